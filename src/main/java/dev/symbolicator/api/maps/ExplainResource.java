package dev.symbolicator.api.maps;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.places.ScriptPlaces;
import dev.symbolicator.places.ScriptPlaces.Explanation;
import dev.symbolicator.places.ScriptPlaces.PlaceStep;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.url.ScriptLocation;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** {@code GET /source-maps/explain}: tells which places and keys were tried; shows no sources. */
@Path("/source-maps/explain")
public class ExplainResource {
  private final CallerGuard guard;
  private final ScriptPlaces places;
  private final SymbolicationConfig config;

  ExplainResource(CallerGuard guard, ScriptPlaces places, SymbolicationConfig config) {
    this.guard = guard;
    this.places = places;
    this.config = config;
  }

  /** The answer, as in a profile's report, with the steps in their order. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ExplainedScript(
      String script,
      @Nullable String release,
      @Nullable String debugId,
      String status,
      @Nullable String sourceMap,
      String detail,
      List<PlaceStep> steps) {}

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Uni<ExplainedScript> explain(RoutingContext context) {
    return guard.admitAny(
        context.request(),
        caller -> {
          ScriptRef ref = ref(caller, context);
          return answer(ref, places.explain(ref));
        });
  }

  private static ScriptRef ref(Caller caller, RoutingContext context) {
    QueryParameters parameters =
        new QueryParameters(
            context.request().params(), List.of("script", "release", "debugId", "sha256"));
    String script = parameters.url("script");
    ScriptLocation location = script == null ? null : ScriptLocation.of(script);
    if (location == null) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.BAD_PARAMETER,
              "The query parameter script must be the URL of the script as the profile names it. Send"
                  + " script=https://cdn.example.com/assets/app.js."));
    }
    return new ScriptRef(
        caller.scope(),
        location.url().withoutFragment(),
        parameters.text("release"),
        parameters.debugId(),
        sha256(parameters.text("sha256")),
        location.isPath());
  }

  private static @Nullable String sha256(@Nullable String text) {
    String hash = text == null ? null : text.toLowerCase(Locale.ROOT);
    if (hash != null && !hash.matches("[0-9a-f]{64}")) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.BAD_PARAMETER,
              "The query parameter sha256 must be the script's SHA-256, 64 hexadecimal digits."));
    }
    return hash;
  }

  private CompletableFuture<ExplainedScript> answer(
      ScriptRef ref, CompletableFuture<Explanation> explanation) {
    return explanation
        .copy()
        .orTimeout(config.deadline().toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (explained, late) -> {
              if (late != null && !(Futures.cause(late) instanceof TimeoutException)) {
                throw new CompletionException(late);
              }
              if (explained == null) {
                throw new ProblemException(
                    Problem.of(
                        Problem.ProblemKind.OVERLOADED,
                        "The script is still being loaded. Ask again after as many seconds as"
                            + " Retry-After says."));
              }
              ScriptReport report = explained.result().report();
              return new ExplainedScript(
                  ref.url().href(),
                  ref.release(),
                  ref.debugId(),
                  report.status().label(),
                  report.sourceMap(),
                  report.detail(),
                  explained.steps());
            });
  }
}

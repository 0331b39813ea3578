package dev.symbolicator.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.Workers;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ScriptResolver;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Answers {@code POST /scripts/warm}: loads scripts in advance, for a deployment hook. */
@Path("/scripts/warm")
public class WarmResource {
  /** The most scripts of one request. */
  static final int MAX_SCRIPTS = 1000;

  private final CallerGuard guard;
  private final BodyReader bodies;
  private final Workers workers;
  private final ScriptResolver resolver;
  private final RequestLog log;
  private final ObjectWriter json;

  WarmResource(
      CallerGuard guard,
      BodyReader bodies,
      Workers workers,
      ScriptResolver resolver,
      RequestLog log,
      ObjectMapper json) {
    this.guard = guard;
    this.bodies = bodies;
    this.workers = workers;
    this.resolver = resolver;
    this.log = log;
    this.json = json.writer().without(SerializationFeature.WRAP_EXCEPTIONS);
  }

  /** The answer, in the order of the request. */
  public record WarmAnswer(List<SymbolicationReport.ScriptEntry> scripts) {}

  /** Loads the scripts in the body. The declared content type does not matter. */
  @POST
  public Uni<Response> warm(RoutingContext context) {
    return guard.admit(
        context.request(),
        Right.READ,
        caller ->
            bodies
                .receive(context.request())
                .thenCompose(
                    body -> {
                      body.closeWith(context);
                      return workers.run(
                          body, caller.scope(), limits -> answer(caller, body, limits));
                    }));
  }

  private CompletionStage<Response> answer(Caller caller, RequestBody body, RequestContext limits) {
    long start = System.nanoTime();
    List<WantedScript> wanted = ScriptListReader.read(body.bytes(), MAX_SCRIPTS, body.lease());
    return resolver
        .warm(wanted, limits)
        .thenApply(
            scripts -> {
              Response response = response(new WarmAnswer(scripts), body.lease());
              log.warmed(caller, scripts.size(), start);
              return response;
            });
  }

  /** The URLs are no longer needed, so the lease stays charged with the answer only. */
  private Response response(WarmAnswer answer, ByteBudget.Lease lease) {
    AnswerBody body = new AnswerBody(lease);
    try {
      json.writeValue(body, answer);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    lease.shrinkTo(body.memory());
    return Response.ok(body, MediaType.APPLICATION_JSON_TYPE).build();
  }
}

package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Right;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.maps.RefusedBodies;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.threads.Futures;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Lets requests of Sentry's clients pass, and answers failures as Sentry does: {@code
 * application/json} with a member {@code detail}, which these clients print.
 */
@ApplicationScoped
class SentryAnswers {
  private final CallerGuard guard;
  private final MapLibrary library;
  private final ObjectMapper json;

  SentryAnswers(CallerGuard guard, MapLibrary library, ObjectMapper json) {
    this.guard = guard;
    this.library = library;
    this.json = json;
  }

  /** Works for a caller whose scope is the organization. Called on the request's event loop. */
  Uni<Response> answered(
      RoutingContext context, String org, Function<Caller, CompletionStage<Response>> work) {
    HttpServerRequest request = context.request();
    return guard
        .admit(
            request,
            Right.UPLOAD,
            caller -> {
              if (library.isOn() && org.equals(caller.scope())) {
                return work.apply(caller);
              }
              RefusedBodies.drop(request);
              throw library.isOn() ? foreign(caller) : new ProblemException(UploadProblems.off());
            })
        .onFailure(failure -> Futures.cause(failure) instanceof ProblemException)
        .recoverWithItem(failure -> failed(((ProblemException) Futures.cause(failure)).problem()));
  }

  private static ProblemException foreign(Caller caller) {
    return new ProblemException(
        Problem.of(
            ProblemKind.FORBIDDEN,
            "The token %s is not for this organization. Set SENTRY_ORG to its scope, %s."
                .formatted(caller.token(), caller.scope())));
  }

  private static Response failed(Problem problem) {
    Response.ResponseBuilder response =
        Response.status(problem.status())
            .type(MediaType.APPLICATION_JSON_TYPE)
            .entity(Map.of("detail", problem.detail()));
    return switch (problem.status()) {
      case 401 -> response.header("WWW-Authenticate", "Bearer").build();
      case 429, 503 -> response.header("Retry-After", problem.retryAfter()).build();
      default -> response.build();
    };
  }

  /** Reads a JSON body. */
  <T> T read(InputStream body, Class<T> type) throws IOException {
    try {
      T value = json.readValue(body.readNBytes(VendorLimits.DEFAULT.jsonBytes()), type);
      if (value != null) {
        return value;
      }
    } catch (JsonProcessingException malformed) {
      // Answered below; its message would quote the body.
    }
    throw bad("The body is not the JSON that this request needs.");
  }

  /** Returns an answer of JSON. */
  static CompletionStage<Response> ok(Object entity) {
    return CompletableFuture.completedFuture(
        Response.ok(entity, MediaType.APPLICATION_JSON_TYPE).build());
  }

  /** Makes the exception of a malformed request. */
  static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(ProblemKind.BAD_REQUEST, detail));
  }
}

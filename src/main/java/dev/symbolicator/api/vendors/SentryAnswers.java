package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.threads.Futures;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Answers failures as Sentry does: JSON with a member {@code detail}, which its clients print. */
@ApplicationScoped
class SentryAnswers {
  /** How much memory a list of short texts in JSON takes when it is read, per byte. */
  private static final int MEMORY_FACTOR = 16;

  private final CallerGuard guard;
  private final MapLibrary library;
  private final VendorRequests requests;
  private final ByteBudget budget;
  private final ObjectMapper json;

  SentryAnswers(
      CallerGuard guard,
      MapLibrary library,
      VendorRequests requests,
      ByteBudget budget,
      ObjectMapper json) {
    this.guard = guard;
    this.library = library;
    this.requests = requests;
    this.budget = budget;
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
    return problem
        .response()
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(Map.of("detail", problem.detail()))
        .build();
  }

  interface JsonWork<T> {
    Response run(T body) throws IOException;
  }

  /** Receives a JSON body, on the event loop, and works. The limit holds as sent and inflated. */
  <T> CompletionStage<Response> withJson(
      RoutingContext context, Caller caller, int maxSize, Class<T> type, JsonWork<T> work) {
    return requests.receive(
        context.request(),
        caller,
        maxSize,
        tooLarge(maxSize),
        body -> {
          byte[] bytes = body.readNBytes(maxSize + 1);
          if (bytes.length > maxSize) {
            throw new ProblemException(tooLarge(maxSize));
          }
          try (ByteBudget.Lease lease = budget.open()) {
            if (!lease.grow(MEMORY_FACTOR * (long) bytes.length)) {
              throw new ProblemException(VendorRequests.busy());
            }
            return work.run(read(bytes, type));
          }
        });
  }

  private <T> T read(byte[] bytes, Class<T> type) throws IOException {
    try {
      T value = json.readValue(bytes, type);
      if (value != null) {
        return value;
      }
    } catch (JsonProcessingException malformed) {
      // Answered below; its message would quote the body.
    }
    throw bad("The body is not the JSON that this request needs.");
  }

  /** Returns the problem of a request with more bytes than a fixed limit. */
  static Problem tooLarge(int maxSize) {
    return Problem.of(
            ProblemKind.TOO_LARGE,
            "The request has more than %,d bytes. Send fewer chunks or files at once."
                .formatted(maxSize))
        .withLimit("max-request-size");
  }

  static CompletionStage<Response> ok(Object entity) {
    return CompletableFuture.completedFuture(
        Response.ok(entity, MediaType.APPLICATION_JSON_TYPE).build());
  }

  static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(ProblemKind.BAD_REQUEST, detail));
  }
}

package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Receives request bodies on the event loop, so no thread waits for a slow client. Keeps to the
 * size limit and to the budget of bytes in flight.
 */
@ApplicationScoped
public class BodyReader {
  private final Vertx vertx;
  private final ByteBudget budget;
  private final HttpConfig config;

  BodyReader(Vertx vertx, ByteBudget budget, HttpConfig config) {
    this.vertx = vertx;
    this.budget = budget;
    this.config = config;
  }

  /**
   * Receives the body of a request of which nothing was read yet.
   *
   * @return the body, which the caller closes; fails with a {@link ProblemException}
   */
  public CompletionStage<RequestBody> receive(HttpServerRequest request) {
    ContentCodings codings = ContentCodings.parse(request.getHeader(HttpHeaders.CONTENT_ENCODING));
    if (codings instanceof ContentCodings.Unsupported unsupported) {
      return refuse(request, Problems.unsupportedCoding(unsupported.detail()));
    }
    return new Reception(request, (ContentCodings.Supported) codings).begin();
  }

  private static CompletionStage<RequestBody> refuse(HttpServerRequest request, Problem problem) {
    request.resume(); // without a handler, the body is dropped
    return CompletableFuture.failedFuture(new ProblemException(problem));
  }

  private final class Reception {
    private final HttpServerRequest request;
    private final CompletableFuture<RequestBody> result = new CompletableFuture<>();
    private final long limit = config.maxBodySize().asLongValue();
    private final ByteBudget.Lease lease = budget.open();
    private final ContentCodings.Supported codings;
    private final Decoder decoder;
    private long received;
    private long timer;

    Reception(HttpServerRequest request, ContentCodings.Supported codings) {
      this.request = request;
      this.codings = codings;
      decoder = new Decoder(codings, limit, lease, true);
    }

    CompletableFuture<RequestBody> begin() {
      timer = vertx.setTimer(config.bodyTimeout().toMillis(), late -> fail(tooSlow()));
      request.handler(this::receive);
      request.endHandler(end -> complete());
      request.exceptionHandler(broken -> fail(cutOff()));
      if (announcedLength(request) > limit) {
        fail(Problems.bodyTooLarge(limit));
      } else if (ExpectedContinue.isIn(request)) {
        request.response().writeContinue();
      }
      request.resume();
      return result;
    }

    private void receive(Buffer chunk) {
      received += chunk.length();
      if (result.isDone()) {
        dropWithin(2 * limit);
      } else if (received > limit) {
        fail(Problems.bodyTooLarge(limit));
      } else if (!decoder.accept(chunk.getBytes())) {
        fail(Problems.of(decoder.finish(), lease));
      }
    }

    /**
     * Drops the rest of a refused body up to a limit, then hangs up. A client that is still sending
     * does not read the answer yet, and an early hang-up would lose the answer.
     */
    private void dropWithin(long bytes) {
      if (received > bytes) {
        hangUp();
      }
    }

    /** Resets only the stream in HTTP/2, where other requests share the connection. */
    private void hangUp() {
      if (request.version() == HttpVersion.HTTP_2) {
        boolean unused = request.response().reset();
      } else {
        request.connection().close();
      }
    }

    private void complete() {
      if (result.complete(new RequestBody(decoder, codings, lease))) {
        vertx.cancelTimer(timer);
      }
    }

    private void fail(Problem problem) {
      if (result.completeExceptionally(new ProblemException(problem))) {
        vertx.cancelTimer(timer);
        lease.close();
      }
    }

    private Problem tooSlow() {
      return Problem.of(
              Problem.ProblemKind.BODY_TIMEOUT,
              "The body did not arrive within "
                  + config.bodyTimeout().toMillis()
                  + " ms. Send it faster, send less at once, or have the operator raise"
                  + " symbolicator.http.body-timeout.")
          .withLimit("symbolicator.http.body-timeout");
    }
  }

  /** Returns the problem of a body that ends early. */
  static Problem cutOff() {
    return Problem.of(
        Problem.ProblemKind.BAD_REQUEST,
        "The connection ended before the body did. Send the request again.");
  }

  /** Returns the Content-Length, which Vert.x has checked to be a number; 0 if absent. */
  private static long announcedLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }
}

package dev.symbolicator.fetch;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;

/**
 * Gets rid of a body that nobody wants: one that is short is read, so that its connection can serve
 * again, and any other is cut off with its connection.
 *
 * <p>Cutting off at once would be wrong: an answer that is already complete has given its
 * connection back to the pool, and the reset would hit whoever has it now.
 */
final class BodyDrain {
  private static final long MAX_BYTES = 64 << 10;
  private static final long MAX_MILLIS = 1_000;

  private final Vertx vertx;
  private final HttpClientRequest request;
  private final long timer;
  private long read;

  private BodyDrain(Vertx vertx, HttpClientRequest request) {
    this.vertx = vertx;
    this.request = request;
    this.timer = vertx.setTimer(MAX_MILLIS, late -> request.reset());
  }

  /** Called on the response's event loop, in the event that brought the response. */
  static void discard(Vertx vertx, HttpClientRequest request, HttpClientResponse response) {
    BodyDrain leftover = new BodyDrain(vertx, request);
    response.exceptionHandler(broken -> leftover.end());
    response.endHandler(end -> leftover.end());
    response.handler(buffer -> leftover.add(buffer.length()));
  }

  private void add(int bytes) {
    read += bytes;
    if (read > MAX_BYTES) {
      end();
      request.reset();
    }
  }

  private void end() {
    vertx.cancelTimer(timer);
  }
}

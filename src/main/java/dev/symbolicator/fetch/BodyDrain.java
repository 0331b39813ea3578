package dev.symbolicator.fetch;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;

/**
 * Disposes of a body that is not needed. A short body is read, so that its connection can be used
 * again. Any other is cut off with its connection.
 *
 * <p>Cutting off at once would be wrong: a complete answer has already returned its connection to
 * the pool, and the reset would hit the next exchange on that connection.
 */
final class BodyDrain {
  static final long MAX_BYTES = 64 << 10;
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

  /** Discards a body; called on its event loop, in the event that brought the response. */
  static void discard(Vertx vertx, HttpClientRequest request, HttpClientResponse response) {
    BodyDrain drain = new BodyDrain(vertx, request);
    response.exceptionHandler(broken -> drain.end());
    response.endHandler(end -> drain.end());
    response.handler(buffer -> drain.add(buffer.length()));
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

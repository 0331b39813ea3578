package dev.symbolicator.fetch;

import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoding;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientResponse;

/**
 * Receives one body through a decoder. What only copies runs on the event loop; what decodes runs
 * on a worker while the response is paused, so the network waits for the decoder and nothing piles
 * up.
 */
final class BodyReceiver {
  private final HttpClientResponse response;
  private final Decoder decoder;
  private final boolean encoded;
  private final WorkerExecutor workers;
  private final IdleTimer idle;
  private final Promise<Decoding> received = Promise.promise();
  private boolean ended;
  private boolean atItsEnd;

  BodyReceiver(
      HttpClientResponse response,
      Decoder decoder,
      boolean encoded,
      WorkerExecutor workers,
      IdleTimer idle) {
    this.response = response;
    this.decoder = decoder;
    this.encoded = encoded;
    this.workers = workers;
    this.idle = idle;
  }

  /**
   * Starts receiving; called on the response's event loop, in the event that brought the response.
   *
   * @return what became of the body; a failed future if the connection ended too early
   */
  Future<Decoding> receive() {
    response.exceptionHandler(this::abort);
    response.endHandler(
        end -> {
          atItsEnd = true;
          finish();
        });
    response.handler(
        buffer -> {
          if (ended) {
            return;
          }
          idle.touch();
          byte[] bytes = buffer.getBytes();
          if (encoded) {
            decode(bytes);
          } else if (!decoder.accept(bytes)) {
            finish();
          }
        });
    return received.future();
  }

  /** Whether all of the body has come, so that its connection is its own no longer. */
  boolean isAtItsEnd() {
    return atItsEnd;
  }

  private void decode(byte[] bytes) {
    response.pause();
    idle.pause();
    workers
        .executeBlocking(() -> decoder.accept(bytes))
        .onSuccess(
            more -> {
              if (more) {
                idle.resume();
                response.resume();
              } else {
                finish();
              }
            })
        .onFailure(this::abort);
  }

  private void finish() {
    if (!ended) {
      ended = true;
      idle.stop();
      workers
          .executeBlocking(
              () -> {
                try (decoder) {
                  return decoder.finish();
                }
              })
          .onComplete(received);
    }
  }

  /** Stops receiving; the decoder is let go behind what a worker may still be doing with it. */
  void abort(Throwable cause) {
    if (!ended) {
      ended = true;
      idle.stop();
      workers
          .executeBlocking(
              () -> {
                decoder.close();
                return true;
              })
          .onComplete(closed -> received.tryFail(cause));
    }
  }
}

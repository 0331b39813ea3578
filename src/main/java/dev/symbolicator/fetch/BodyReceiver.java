package dev.symbolicator.fetch;

import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientResponse;
import java.util.function.UnaryOperator;

/**
 * Receives one body on its event loop. A worker decodes the body once all of it is there. The
 * decoder limits how much is collected until then.
 */
final class BodyReceiver {
  private final HttpClientResponse response;
  private final Decoder decoder;
  private final ByteBudget.Lease lease;
  private final WorkerExecutor workers;
  private final IdleTimer idle;
  private final UnaryOperator<Decoding> served;
  private final Promise<Decoding> received = Promise.promise();
  private boolean isEnded;
  private boolean isAtItsEnd;

  /**
   * @param lease charged by the decoder. The body stays charged until no worker uses the body, even
   *     if the fetch ends before.
   * @param served makes the decoded body the result, on a worker
   */
  BodyReceiver(
      HttpClientResponse response,
      Decoder decoder,
      ByteBudget.Lease lease,
      WorkerExecutor workers,
      IdleTimer idle,
      UnaryOperator<Decoding> served) {
    this.served = served;
    this.response = response;
    this.decoder = decoder;
    this.lease = lease;
    this.workers = workers;
    this.idle = idle;
  }

  /**
   * Starts receiving; called on the response's event loop, in the event that brought the response.
   *
   * @return the decoded body; a failed future if the connection ended too early
   */
  Future<Decoding> receive() {
    response.exceptionHandler(this::abort);
    response.endHandler(
        end -> {
          isAtItsEnd = true;
          finish();
        });
    response.handler(
        buffer -> {
          idle.touch();
          if (!isEnded && !decoder.accept(buffer.length(), buffer::getBytes)) {
            finish();
          }
        });
    return received.future();
  }

  /** Tells whether all of the body has come, so that its connection can be used again. */
  boolean isAtItsEnd() {
    return isAtItsEnd;
  }

  private void finish() {
    if (!isEnded) {
      isEnded = true;
      idle.stop();
      ByteBudget.Hold hold = lease.hold();
      if (hold == null) {
        received.tryFail(new IllegalStateException("The fetch has ended."));
        return;
      }
      workers
          .executeBlocking(() -> served.apply(decoder.finishServed()))
          .onComplete(
              decoded -> {
                hold.close();
                received.handle(decoded);
              });
    }
  }

  /** Stops receiving. */
  void abort(Throwable cause) {
    if (!isEnded) {
      isEnded = true;
      idle.stop();
      received.tryFail(cause);
    }
  }
}

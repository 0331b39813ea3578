package dev.symbolicator.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * A time limit that is waited for in steps: where this process itself stood still, collecting
 * garbage or without a processor, what arrived meanwhile is read before the limit counts on.
 */
final class StallProofTimeout {
  private static final int STEPS = 4;

  private StallProofTimeout() {}

  /**
   * The same future, but failed by a {@link TimeoutException} when its time is over.
   *
   * @param limit 1 ms at least
   */
  static <T> Future<T> of(Vertx vertx, Future<T> future, Duration limit) {
    Promise<T> inTime = Promise.promise();
    future.onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
    step(vertx, inTime, Math.max(1, limit.toMillis() / STEPS), STEPS);
    return inTime.future();
  }

  private static void step(Vertx vertx, Promise<?> inTime, long millis, int left) {
    vertx.setTimer(
        millis,
        over -> {
          if (left > 1 && !inTime.future().isComplete()) {
            step(vertx, inTime, millis, left - 1);
          } else {
            boolean unused = inTime.tryFail(new TimeoutException());
          }
        });
  }
}

package dev.symbolicator.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A time limit that is waited for in steps: where this process itself stood still, collecting
 * garbage or without a processor, what arrived meanwhile is read before the limit counts on.
 */
final class StallProofTimeout {
  private static final int STEPS = 4;

  private final Vertx vertx;
  private final Promise<?> inTime;
  private final long stepMillis;
  private final AtomicInteger steps = new AtomicInteger();
  private final long begin = System.nanoTime();

  private StallProofTimeout(Vertx vertx, Promise<?> inTime, Duration limit) {
    this.vertx = vertx;
    this.inTime = inTime;
    stepMillis = Math.max(1, limit.toMillis() / STEPS);
  }

  /**
   * The same future, but failed by a {@link TimeoutException} when its time is over.
   *
   * @param limit 1 ms at least
   */
  static <T> Future<T> of(Vertx vertx, Future<T> future, Duration limit) {
    return of(vertx, future, limit, waited -> {});
  }

  /**
   * The same.
   *
   * @param account is told for how many nanoseconds it was waited for, before anybody learns what
   *     came of it. A stall of this process counts as one step at most
   */
  static <T> Future<T> of(Vertx vertx, Future<T> future, Duration limit, LongConsumer account) {
    Promise<T> inTime = Promise.promise();
    StallProofTimeout timeout = new StallProofTimeout(vertx, inTime, limit);
    Future<T> accounted = inTime.future().andThen(done -> account.accept(timeout.waited()));
    future.onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
    timeout.step();
    return accounted;
  }

  private void step() {
    if (inTime.future().isComplete()) {
      return;
    }
    vertx.setTimer(
        stepMillis,
        over -> {
          if (steps.incrementAndGet() < STEPS) {
            step();
          } else {
            boolean unused = inTime.tryFail(new TimeoutException());
          }
        });
  }

  private long waited() {
    long most = TimeUnit.MILLISECONDS.toNanos(stepMillis * (steps.get() + 1));
    return Math.min(most, System.nanoTime() - begin);
  }
}

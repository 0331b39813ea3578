package dev.symbolicator.fetch;

import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * Reports that no byte has come for too long. Used on one event loop. A byte only notes the time,
 * which the running timer checks when it fires. So bytes need no timers of their own.
 */
final class IdleTimer {
  private final Vertx vertx;
  private final LongSupplier nanoTime;
  private final long millis;
  private final Runnable whenIdle;
  private long lastByteAt;
  private long timer;
  private boolean isRunning;

  IdleTimer(Vertx vertx, LongSupplier nanoTime, long millis, Runnable whenIdle) {
    this.vertx = vertx;
    this.nanoTime = nanoTime;
    this.millis = millis;
    this.whenIdle = whenIdle;
  }

  /** Starts to wait for bytes. */
  void start() {
    stop();
    isRunning = true;
    touch();
    schedule(millis);
  }

  /** Notes that a byte came. */
  void touch() {
    lastByteAt = nanoTime.getAsLong();
  }

  void stop() {
    if (isRunning) {
      isRunning = false;
      vertx.cancelTimer(timer);
    }
  }

  private void schedule(long delay) {
    timer = vertx.setTimer(delay, fired -> check());
  }

  private void check() {
    if (!isRunning) {
      return;
    }
    long idle = (nanoTime.getAsLong() - lastByteAt) / 1_000_000;
    if (idle < millis) {
      schedule(millis - idle);
    } else {
      isRunning = false;
      whenIdle.run();
    }
  }
}

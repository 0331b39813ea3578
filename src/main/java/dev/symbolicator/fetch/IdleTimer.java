package dev.symbolicator.fetch;

import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * Tells when nothing has come for too long. Used on one event loop. A byte only notes the time; the
 * timer that is running looks at it when it fires, so bytes cost no timer each.
 */
final class IdleTimer {
  private final Vertx vertx;
  private final LongSupplier nanoTime;
  private final long millis;
  private final Runnable whenIdle;
  private long lastByteAt;
  private long timer;
  private boolean running;

  IdleTimer(Vertx vertx, LongSupplier nanoTime, long millis, Runnable whenIdle) {
    this.vertx = vertx;
    this.nanoTime = nanoTime;
    this.millis = millis;
    this.whenIdle = whenIdle;
  }

  /** Begins to wait for bytes. */
  void start() {
    stop();
    running = true;
    touch();
    schedule(millis);
  }

  /** A byte came. */
  void touch() {
    lastByteAt = nanoTime.getAsLong();
  }

  void stop() {
    if (running) {
      running = false;
      vertx.cancelTimer(timer);
    }
  }

  private void schedule(long delay) {
    timer = vertx.setTimer(delay, fired -> look());
  }

  private void look() {
    if (!running) {
      return;
    }
    long idle = (nanoTime.getAsLong() - lastByteAt) / 1_000_000;
    if (idle < millis) {
      schedule(millis - idle);
    } else {
      running = false;
      whenIdle.run();
    }
  }
}

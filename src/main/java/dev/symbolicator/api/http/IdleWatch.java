package dev.symbolicator.api.http;

import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * Watches for a client that is idle too long. Whoever begins a watch ends it: a timer holds the
 * whole request, uncharged, until it fires. Thread-safe.
 */
public final class IdleWatch {
  private final Vertx vertx;
  private final LongSupplier nanosLeft;
  private final Runnable whenIdle;
  private long timer;
  private boolean isOver;

  private IdleWatch(Vertx vertx, LongSupplier nanosLeft, Runnable whenIdle) {
    this.vertx = vertx;
    this.nanosLeft = nanosLeft;
    this.whenIdle = whenIdle;
  }

  /** Asks for the time left, again when it is over; without any, calls {@code whenIdle} once. */
  public static IdleWatch begin(Vertx vertx, LongSupplier nanosLeft, Runnable whenIdle) {
    IdleWatch watch = new IdleWatch(vertx, nanosLeft, whenIdle);
    watch.await(nanosLeft.getAsLong());
    return watch;
  }

  private synchronized void await(long nanos) {
    if (!isOver) {
      timer = vertx.setTimer(Math.max(0, nanos) / 1_000_000 + 1, fired -> look());
    }
  }

  private void look() {
    long left = nanosLeft.getAsLong();
    if (left > 0) {
      await(left);
    } else if (endOnce()) {
      whenIdle.run();
    }
  }

  private synchronized boolean endOnce() {
    boolean isFirst = !isOver;
    isOver = true;
    return isFirst;
  }

  /** Ends the watch, which then holds nothing. Later calls do nothing. */
  public synchronized void end() {
    if (endOnce()) {
      boolean unused = vertx.cancelTimer(timer);
    }
  }
}

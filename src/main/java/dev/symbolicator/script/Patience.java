package dev.symbolicator.script;

import java.time.Duration;

/**
 * How long one load of a script waits for what instances share, over all that it asks for in turn:
 * a slow Redis costs it that once, not once per command. Thread-safe.
 */
public final class Patience {
  private long nanos;

  public Patience(Duration time) {
    nanos = time.toNanos();
  }

  /** What is left. */
  public synchronized Duration left() {
    return Duration.ofNanos(nanos);
  }

  /** Whether so little is left that nothing more is to be asked for. */
  public synchronized boolean isOver() {
    return nanos < Duration.ofMillis(1).toNanos();
  }

  public synchronized void take(long waited) {
    nanos = Math.max(0, nanos - waited);
  }

  public synchronized void end() {
    nanos = 0;
  }
}

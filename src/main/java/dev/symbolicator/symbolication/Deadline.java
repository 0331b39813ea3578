package dev.symbolicator.symbolication;

import java.time.Duration;

/**
 * When a request waits no longer, for a thread, scripts or maps. There is one for each request: the
 * clock runs from when its body is there, so what is done before the scripts are looked up counts.
 *
 * @param nanoTime on the clock of {@link System#nanoTime()}
 */
public record Deadline(long nanoTime) {

  /** The deadline of a request whose body is there now. */
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** The time that is left, none if it has passed. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  /** Whether it has passed. */
  public boolean isOver() {
    return left().isZero();
  }
}

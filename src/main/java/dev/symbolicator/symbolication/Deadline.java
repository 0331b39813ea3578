package dev.symbolicator.symbolication;

import java.time.Duration;

/**
 * The time until which one request waits for a thread, for scripts and for maps. The clock starts
 * when the body has arrived, so work before the look-up of scripts counts too.
 *
 * @param nanoTime on the clock of {@link System#nanoTime()}
 */
public record Deadline(long nanoTime) {

  /** Returns the deadline of a request whose body has just arrived. */
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Returns the time that is left; zero if the deadline has passed. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  /** Tells whether the deadline has passed. */
  public boolean isOver() {
    return left().isZero();
  }
}

package dev.symbolicator.redis;

import java.time.Clock;
import java.time.Duration;

/**
 * When Redis is left alone: after one failure for a moment, since the fault may have been a busy
 * machine's, and twice as long after each further one without a success between them. Thread-safe.
 */
final class RedisPause {
  /** The first pause is the longest one halved so often. */
  private static final int DOUBLINGS = 6;

  private final long longest;
  private final Clock clock;
  private long until;
  private int inARow;

  /**
   * @param longest pause, 1 ms at least
   */
  RedisPause(Duration longest, Clock clock) {
    this.longest = longest.toMillis();
    this.clock = clock;
  }

  synchronized boolean isOn() {
    return clock.millis() < until;
  }

  /**
   * A command failed.
   *
   * @return how many milliseconds the pause is that this begins; 0 if there is one already, which
   *     then stays as it is
   */
  synchronized long begin() {
    if (isOn()) {
      return 0;
    }
    long pause = Math.max(1, longest >> Math.max(0, DOUBLINGS - inARow));
    inARow++;
    until = clock.millis() + pause;
    return pause;
  }

  /** Whether what failed last was not the first in a row. */
  synchronized boolean isRepeated() {
    return inARow > 1;
  }

  /** A command succeeded. */
  synchronized void end() {
    inARow = 0;
  }

  /** Begins one that never ends. */
  synchronized void forEver() {
    until = Long.MAX_VALUE;
  }
}

package dev.symbolicator.store;

import java.time.Clock;
import java.time.Duration;

/**
 * Leaves a store alone for a while after a failure, and tells when a run of failures begins and
 * ends. Thread-safe.
 */
public final class Pause {
  private final Duration length;
  private final Clock clock;
  private long until;
  private boolean isFailing;

  /** Makes a pause that has not begun. */
  public Pause(Duration length, Clock clock) {
    this.length = length;
    this.clock = clock;
  }

  /** Returns the time from a failure to the next try. */
  public Duration length() {
    return length;
  }

  /** Tells whether nothing is to be tried now. A clock that was set back ends the pause. */
  public synchronized boolean isOn() {
    long left = until - clock.millis();
    return left > 0 && left <= length.toMillis();
  }

  /** Tells whether the last try failed, however long ago. */
  public synchronized boolean isFailing() {
    return isFailing;
  }

  /** Begins a pause after a failure; true if the failure is the first of a run. */
  public synchronized boolean begin() {
    until = clock.millis() + length.toMillis();
    boolean isFirst = !isFailing;
    isFailing = true;
    return isFirst;
  }

  /**
   * Ends a run of failures after a success; true if there was a run. A success during the pause
   * ends nothing, since its try began before the failure.
   */
  public synchronized boolean end() {
    boolean isLast = isFailing && !isOn();
    isFailing &= !isLast;
    return isLast;
  }
}

package dev.symbolicator.store;

import java.time.Clock;
import java.time.Duration;

/**
 * Leaves a disk alone for a while after it did not take a file, and tells when that begins and when
 * it is over. Thread-safe.
 */
final class DiskPause {
  private final Duration length;
  private final Clock clock;
  private long until;
  private boolean failing;

  DiskPause(Duration length, Clock clock) {
    this.length = length;
    this.clock = clock;
  }

  Duration length() {
    return length;
  }

  /** Whether nothing is to be written now. */
  synchronized boolean isOn() {
    return clock.millis() < until;
  }

  /** Whether the last file was not taken, be it long ago. */
  synchronized boolean isFailing() {
    return failing;
  }

  /** A file was not taken; true if the one before was. */
  synchronized boolean begin() {
    until = clock.millis() + length.toMillis();
    boolean first = !failing;
    failing = true;
    return first;
  }

  /** A file was taken; true if the one before was not. */
  synchronized boolean end() {
    boolean last = failing && !isOn();
    failing &= !last;
    return last;
  }
}

package dev.symbolicator.api.batch;

import java.time.Duration;

/**
 * Measures for how long the client of a batch has read nothing of what was written. {@link
 * BatchAnswer} guards the clock. All times are in nanoseconds.
 */
final class ReadingClock {
  /** By how much longer a client may take to read while the client still sends. */
  private static final int PATIENCE_WHILE_SENDING = 5;

  private final Duration idle;
  private int writing;
  private long progressAt = System.nanoTime();

  /**
   * Makes a clock of a client to whom nothing was written.
   *
   * @param idle how long a client that sends nothing may read nothing
   */
  ReadingClock(Duration idle) {
    this.idle = idle;
  }

  Duration idle() {
    return idle;
  }

  /** Returns how long a client that still sends may read nothing. */
  Duration whileSending() {
    return idle.multipliedBy(PATIENCE_WHILE_SENDING);
  }

  /** Begins to measure anew. */
  void restart() {
    progressAt = System.nanoTime();
  }

  /** Says that a chunk is being written. */
  void begin() {
    if (writing == 0) {
      restart();
    }
    writing++;
  }

  /** Says that the client has taken a chunk, or that its writing has failed. */
  void end() {
    writing--;
    restart();
  }

  /** Tells whether a chunk is being written. */
  boolean isWriting() {
    return writing > 0;
  }

  /** Tells whether also a client that still sends has taken too long. */
  boolean isLateWhileSending() {
    return isWriting() && System.nanoTime() - progressAt > whileSending().toNanos();
  }

  /** Returns how long to wait further in a wait that began at a time. */
  long leftSince(long start) {
    return isWriting()
        ? idle.toNanos() + Math.max(start, progressAt) - System.nanoTime()
        : idle.toNanos();
  }

  /**
   * Returns how much time is left for the client to read.
   *
   * @param receivedAt when the client last sent something
   */
  long left(long receivedAt) {
    if (!isWriting()) {
      return idle.toNanos();
    }
    long now = System.nanoTime();
    long silence = Math.min(now - progressAt, now - receivedAt);
    return Math.min(idle.toNanos() - silence, whileSending().toNanos() - (now - progressAt));
  }
}

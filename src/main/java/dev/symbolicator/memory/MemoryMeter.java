package dev.symbolicator.memory;

import java.util.function.LongPredicate;

/**
 * Asks for the memory that reading a profile takes before it is taken, in blocks, so that whoever
 * lends it is not asked for every frame.
 */
public final class MemoryMeter {
  /**
   * Heap bytes for a frame from reading to writing, its name's characters aside: its row, record
   * and name, its original, and the edits that put one in place of the other.
   */
  public static final long FRAME = 360;

  /** Heap bytes for a resource, its characters aside. */
  public static final long RESOURCE = 160;

  private static final long BLOCK = 64 * 1024;

  private final LongPredicate memory;
  private long left;

  /**
   * @param memory takes a number of bytes more, and answers false if there are not so many
   */
  public MemoryMeter(LongPredicate memory) {
    this.memory = memory;
  }

  /** Takes a number of bytes and what a text of so many UTF-16 units needs; false if it may not. */
  public boolean take(long bytes, String text) {
    long wanted = bytes + 2L * text.length();
    if (wanted > left) {
      long block = Math.max(wanted, BLOCK);
      if (!memory.test(block)) {
        return false;
      }
      left += block;
    }
    left -= wanted;
    return true;
  }
}

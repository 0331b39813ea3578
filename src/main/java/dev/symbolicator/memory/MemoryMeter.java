package dev.symbolicator.memory;

import java.util.function.LongPredicate;

/**
 * Asks for the memory of reading a profile before the memory is allocated. The meter asks for
 * blocks, so that not every frame causes a request.
 */
public final class MemoryMeter {
  /**
   * Heap bytes for a frame from reading to writing, without the characters of its name: its row,
   * record and name, its original, and the edits that replace one with the other.
   */
  public static final long FRAME = 360;

  /** Heap bytes for a resource, without its characters. */
  public static final long RESOURCE = 160;

  private static final long BLOCK = 64 * 1024;

  private final LongPredicate memory;
  private long left;

  /**
   * Makes a meter that has asked for nothing yet.
   *
   * @param memory takes a number of further bytes, or returns false if fewer are left
   */
  public MemoryMeter(LongPredicate memory) {
    this.memory = memory;
  }

  /**
   * Takes a number of bytes, and two for each UTF-16 unit of a text.
   *
   * @return false if fewer are left; nothing is taken then
   */
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

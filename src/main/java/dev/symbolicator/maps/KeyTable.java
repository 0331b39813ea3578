package dev.symbolicator.maps;

import java.util.Arrays;

/**
 * Finds rows by the hash of a key. Rows whose hashes share a slot form a chain, the latest row
 * first, so the caller compares keys. A row takes 8 to 12 bytes. Not thread-safe for writers.
 */
final class KeyTable {
  /** Ends a chain. */
  static final int END = -1;

  private static final int MIX = 0x9E3779B1;
  private static final int HALF = 16;

  private final int[] heads;
  private final int[] next;

  /** Makes an empty table for rows below a number. */
  KeyTable(int rows) {
    int slots = Math.max(2, Integer.highestOneBit(Math.max(1, rows - 1)) << 1);
    heads = new int[rows * 4L > slots * 3L ? slots : Math.max(2, slots / 2)];
    next = new int[rows];
    Arrays.fill(heads, END);
  }

  void put(int hash, int row) {
    int slot = slot(hash);
    next[row] = heads[slot];
    heads[slot] = row;
  }

  /** Returns the first row of a hash's chain; {@link #END} if there is none. */
  int first(int hash) {
    return heads[slot(hash)];
  }

  /** Returns the next row of a chain. */
  int next(int row) {
    return next[row];
  }

  private int slot(int hash) {
    int mixed = hash * MIX;
    return (mixed ^ (mixed >>> HALF)) & (heads.length - 1);
  }

  /** Returns how much heap a table for a number of rows takes at most, in bytes. */
  long bytes() {
    return (long) Integer.BYTES * (heads.length + next.length);
  }
}

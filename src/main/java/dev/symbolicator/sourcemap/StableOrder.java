package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Ints;

/**
 * Sorts rows by (line, column); rows at one position keep their order. Uses a merge sort of row
 * numbers: the JDK cannot sort primitives by a comparator, and objects would take 20 bytes each.
 */
final class StableOrder {

  private StableOrder() {}

  /** Returns the row numbers in order. */
  static int[] of(Ints lines, Ints columns) {
    int[] order = new int[lines.size()];
    for (int row = 0; row < order.length; row++) {
      order[row] = row;
    }
    if (isSorted(lines, columns)) {
      return order;
    }
    int[] spare = new int[order.length];
    for (long width = 1; width < order.length; width *= 2) {
      for (long start = 0; start < order.length; start += 2 * width) {
        int middle = (int) Math.min(start + width, order.length);
        int end = (int) Math.min(start + 2 * width, order.length);
        merge(order, (int) start, middle, end, spare, lines, columns);
      }
      int[] merged = spare;
      spare = order;
      order = merged;
    }
    return order;
  }

  private static boolean isSorted(Ints lines, Ints columns) {
    for (int row = 1; row < lines.size(); row++) {
      if (isAfter(row - 1, row, lines, columns)) {
        return false;
      }
    }
    return true;
  }

  private static void merge(
      int[] from, int start, int middle, int end, int[] to, Ints lines, Ints columns) {
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takeRight =
          left == middle || (right < end && isAfter(from[left], from[right], lines, columns));
      to[i] = takeRight ? from[right++] : from[left++];
    }
  }

  private static boolean isAfter(int row, int other, Ints lines, Ints columns) {
    return MappingBlocks.position(lines.get(row), columns.get(row))
        > MappingBlocks.position(lines.get(other), columns.get(other));
  }
}

package dev.symbolicator.sourcemap;

/**
 * The order of rows by (line, column), rows of equal position as they were. A merge sort of row
 * numbers: the JDK sorts primitives without a comparator and objects at 20 bytes for each.
 */
final class StableOrder {

  private StableOrder() {}

  static int[] of(int[] lines, int[] columns) {
    int[] order = new int[lines.length];
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

  private static boolean isSorted(int[] lines, int[] columns) {
    for (int row = 1; row < lines.length; row++) {
      if (isAfter(row - 1, row, lines, columns)) {
        return false;
      }
    }
    return true;
  }

  private static void merge(
      int[] from, int start, int middle, int end, int[] to, int[] lines, int[] columns) {
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takeRight =
          left == middle || (right < end && isAfter(from[left], from[right], lines, columns));
      to[i] = takeRight ? from[right++] : from[left++];
    }
  }

  private static boolean isAfter(int row, int other, int[] lines, int[] columns) {
    return MappingBlocks.position(lines[row], columns[row])
        > MappingBlocks.position(lines[other], columns[other]);
  }
}

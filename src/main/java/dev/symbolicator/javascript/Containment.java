package dev.symbolicator.javascript;

import java.util.Arrays;

/**
 * Tells which function contains which, by a table of the offsets where the innermost function
 * changes.
 */
final class Containment {
  private final int[] offsets;
  private final int[] innermost;
  private final int[] parents;
  private int size;

  /**
   * Builds the table with a stack over the texts of all functions, in the order of their
   * beginnings.
   *
   * @param from the offset where the text of each row begins; -1 for rows that contain nothing
   * @param to the offset after the last character of each row
   * @param shown the row to return for each row
   * @param at the offset of each row, used for rows that contain nothing
   */
  Containment(int[] from, int[] to, int[] shown, int[] at) {
    int rows = from.length;
    long[] order = new long[rows];
    int count = 0;
    for (int row = 0; row < rows; row++) {
      if (from[row] >= 0 && to[row] > from[row]) {
        order[count++] = ((long) from[row] << Integer.SIZE) | row;
      }
    }
    Arrays.sort(order, 0, count);
    offsets = new int[2 * count + 1];
    innermost = new int[2 * count + 1];
    parents = new int[rows];
    Arrays.fill(parents, -1);
    change(0, -1);
    int[] stack = new int[count];
    int depth = 0;
    for (int i = 0; i < count; i++) {
      int row = (int) order[i];
      while (depth > 0 && to[stack[depth - 1]] <= from[row]) {
        depth--;
        change(to[stack[depth]], depth == 0 ? -1 : shown[stack[depth - 1]]);
      }
      parents[row] = depth == 0 ? -1 : shown[stack[depth - 1]];
      stack[depth++] = row;
      change(from[row], shown[row]);
    }
    while (depth > 0) {
      depth--;
      change(to[stack[depth]], depth == 0 ? -1 : shown[stack[depth - 1]]);
    }
    for (int row = 0; row < rows; row++) {
      if (from[row] < 0) {
        parents[row] = innermost(at[row]);
      }
    }
  }

  private void change(int offset, int row) {
    if (size > 0 && offsets[size - 1] >= offset) {
      innermost[size - 1] = row;
    } else {
      offsets[size] = offset;
      innermost[size++] = row;
    }
  }

  int parent(int row) {
    return parents[row];
  }

  int innermost(int offset) {
    int place = Arrays.binarySearch(offsets, 0, size, offset);
    place = place >= 0 ? place : -place - 2;
    return place < 0 ? -1 : innermost[place];
  }
}

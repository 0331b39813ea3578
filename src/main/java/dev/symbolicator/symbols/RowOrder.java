package dev.symbolicator.symbols;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Rows in the order of a number each has. */
final class RowOrder {
  private RowOrder() {}

  /** The rows from 0 by their keys, those with equal keys by themselves. */
  static int[] by(int rows, IntUnaryOperator key) {
    long[] keys = new long[rows];
    for (int row = 0; row < rows; row++) {
      keys[row] = ((long) key.applyAsInt(row) << Integer.SIZE) | row;
    }
    Arrays.sort(keys);
    int[] order = new int[rows];
    for (int i = 0; i < rows; i++) {
      order[i] = (int) keys[i];
    }
    return order;
  }
}

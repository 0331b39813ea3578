package dev.symbolicator.symbols;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Sorts rows by a number that each row has. */
final class RowOrder {
  private RowOrder() {}

  /** Returns the rows from 0 in the order of their keys; rows with equal keys keep their order. */
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

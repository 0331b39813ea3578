package dev.symbolicator.memory;

import java.util.function.IntToLongFunction;

/**
 * A merge sort of row numbers: the JDK cannot sort primitives by a key, and objects would take 20
 * bytes each.
 */
public final class StableOrder {
  private StableOrder() {}

  /** Returns rows from 0 in the order of their keys; rows of equal keys keep their order. */
  public static int[] by(IntToLongFunction key, int size, Allowance memory) {
    int[] order = memory.ints(size);
    boolean isSorted = true;
    for (int i = 0; i < size; i++) {
      order[i] = i;
      isSorted &= i == 0 || key.applyAsLong(i - 1) <= key.applyAsLong(i);
    }
    int[] merged = isSorted ? order : memory.ints(size);
    for (long width = 1; width < size && !isSorted; width *= 2) {
      for (long from = 0; from < size; from += 2 * width) {
        int middle = (int) Math.min(size, from + width);
        int to = (int) Math.min(size, from + 2 * width);
        merge(key, order, (int) from, middle, to, merged);
      }
      int[] sorted = merged;
      merged = order;
      order = sorted;
    }
    return order;
  }

  private static void merge(
      IntToLongFunction key, int[] order, int from, int middle, int to, int[] merged) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takesLeft =
          right == to
              || (left < middle && key.applyAsLong(order[left]) <= key.applyAsLong(order[right]));
      merged[at] = takesLeft ? order[left++] : order[right++];
    }
  }
}

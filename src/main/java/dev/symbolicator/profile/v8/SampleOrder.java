package dev.symbolicator.profile.v8;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;

/**
 * Orders samples by their times. V8 may write two samples in the wrong order, with a negative
 * difference of times between them; DevTools sorts samples, too. Samples at one time keep their
 * order.
 */
final class SampleOrder {
  private SampleOrder() {}

  /** Returns the indices of times that need not ascend, in the order of the times. */
  static int[] of(Longs times, Allowance memory) {
    int size = times.size();
    int[] order = memory.ints(size);
    boolean isSorted = true;
    for (int i = 0; i < size; i++) {
      order[i] = i;
      isSorted &= i == 0 || times.get(i - 1) <= times.get(i);
    }
    int[] merged = isSorted ? order : memory.ints(size);
    for (int width = 1; width < size && !isSorted; width = (int) Math.min(size, 2L * width)) {
      for (int from = 0; from < size; from = (int) Math.min(size, from + 2L * width)) {
        int middle = (int) Math.min(size, (long) from + width);
        int to = (int) Math.min(size, from + 2L * width);
        merge(times, order, from, middle, to, merged);
      }
      int[] sorted = merged;
      merged = order;
      order = sorted;
    }
    return order;
  }

  private static void merge(Longs times, int[] order, int from, int middle, int to, int[] merged) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takesLeft =
          right == to || (left < middle && times.get(order[left]) <= times.get(order[right]));
      merged[at] = takesLeft ? order[left++] : order[right++];
    }
  }
}

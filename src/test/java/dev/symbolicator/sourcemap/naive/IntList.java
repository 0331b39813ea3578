package dev.symbolicator.sourcemap.naive;

import java.util.Arrays;

/** A growing column of ints. */
final class IntList {

  private int[] values = new int[16];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  void set(int index, int value) {
    values[index] = value;
  }

  void truncate(int newSize) {
    size = newSize;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}

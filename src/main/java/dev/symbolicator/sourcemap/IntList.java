package dev.symbolicator.sourcemap;

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

  /** Makes room for as many more, to save copies where it is known how many come. */
  void expect(int more) {
    if (values.length - size < more) {
      values = Arrays.copyOf(values, size + Math.max(more, size >> 1));
    }
  }

  int size() {
    return size;
  }

  int get(int index) {
    return values[index];
  }

  void set(int index, int value) {
    values[index] = value;
  }

  void truncate(int newSize) {
    size = newSize;
  }

  /** The values; they must not be changed any more, since they need not be copied. */
  int[] toArray() {
    return size == values.length ? values : Arrays.copyOf(values, size);
  }
}

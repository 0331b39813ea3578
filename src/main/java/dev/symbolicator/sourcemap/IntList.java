package dev.symbolicator.sourcemap;

import dev.symbolicator.content.Allowance;
import java.util.Arrays;

/** A growing column of ints. */
final class IntList {

  private static final int FIRST = 16;

  private final Allowance allowance;
  private int[] values = new int[FIRST];
  private int size;

  IntList(Allowance allowance) {
    this.allowance = allowance;
  }

  void add(int value) {
    if (size == values.length) {
      resize(size + (size >> 1));
    }
    values[size++] = value;
  }

  /** Makes room for as many more, to save copies where it is known how many come. */
  void expect(int more) {
    if (values.length - size < more) {
      resize(Math.addExact(size, Math.max(more, size >> 1)));
    }
  }

  private void resize(int capacity) {
    int before = values.length;
    allowance.take((long) Integer.BYTES * capacity);
    values = Arrays.copyOf(values, capacity);
    allowance.giveBack((long) Integer.BYTES * before);
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
    if (size < values.length) {
      resize(size);
    }
    return values;
  }
}

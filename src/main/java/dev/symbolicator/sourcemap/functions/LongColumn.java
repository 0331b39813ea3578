package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.content.Allowance;
import java.util.Arrays;

/** A growing column of longs that can also be used as a stack. */
final class LongColumn {

  private static final int FIRST = 16;

  private final Allowance allowance;
  private long[] values = new long[FIRST];
  private int size;

  LongColumn(Allowance allowance) {
    this.allowance = allowance;
  }

  void add(long value) {
    if (size == values.length) {
      int capacity = size + (size >> 1);
      allowance.take((long) Long.BYTES * capacity);
      values = Arrays.copyOf(values, capacity);
      allowance.giveBack((long) Long.BYTES * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long get(int index) {
    return values[index];
  }

  void set(int index, long value) {
    values[index] = value;
  }

  /** The last value, or another one where there is none. */
  long lastOr(long other) {
    return size == 0 ? other : values[size - 1];
  }

  long removeLast() {
    return values[--size];
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  int[] toIntArray() {
    return Arrays.stream(values, 0, size).mapToInt(Math::toIntExact).toArray();
  }
}

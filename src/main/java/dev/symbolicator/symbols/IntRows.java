package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/** A growing list of ints. */
final class IntRows {
  private static final int FIRST = 64;

  private final Allowance allowance;
  private int[] numbers = new int[FIRST];
  private int size;

  IntRows(Allowance allowance) {
    this.allowance = allowance;
  }

  void add(int number) {
    if (size == numbers.length) {
      int capacity = size + (size >> 1);
      allowance.take((long) Integer.BYTES * capacity);
      numbers = Arrays.copyOf(numbers, capacity);
      allowance.giveBack((long) Integer.BYTES * size);
    }
    numbers[size++] = number;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return numbers[index];
  }

  int last() {
    return numbers[size - 1];
  }

  int[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}

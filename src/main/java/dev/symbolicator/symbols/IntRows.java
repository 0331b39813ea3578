package dev.symbolicator.symbols;

import java.util.Arrays;

/** A growing list of ints. */
final class IntRows {
  private int[] numbers = new int[64];
  private int size;

  void add(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
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

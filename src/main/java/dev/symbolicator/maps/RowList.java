package dev.symbolicator.maps;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** A growing list of rows. */
final class RowList {
  private static final int FIRST = 4;

  private int[] rows = new int[FIRST];
  private int size;

  void add(int row) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
    }
    rows[size++] = row;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int get(int index) {
    return rows[index];
  }

  /** Returns the entries of the first rows. */
  List<MapEntry> entries(ScopeRows of, int most) {
    return Arrays.stream(rows, 0, Math.min(size, most)).mapToObj(of::entry).toList();
  }

  /** Returns the rows for which a condition is true. */
  RowList where(IntPredicate condition) {
    RowList kept = new RowList();
    for (int i = 0; i < size; i++) {
      if (condition.test(rows[i])) {
        kept.add(rows[i]);
      }
    }
    return kept;
  }
}

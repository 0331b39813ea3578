package dev.symbolicator.maps;

import java.util.function.Supplier;

/**
 * The row that a key chooses.
 *
 * @param row {@link ScopeRows#NONE} if the key chooses none
 * @param reason says in a sentence why there is none
 */
record Pick(int row, Supplier<String> reason) {
  static Pick of(int row) {
    return new Pick(row, () -> "");
  }

  static Pick none(Supplier<String> reason) {
    return new Pick(ScopeRows.NONE, reason);
  }

  boolean isFound() {
    return row != ScopeRows.NONE;
  }
}

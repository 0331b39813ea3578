package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;

/**
 * Limits how many functions and borders the tables of one map may hold, and charges their memory.
 */
final class RowBudget {

  private final Allowance allowance;
  private int left;

  RowBudget(int rows, Allowance allowance) {
    left = rows;
    this.allowance = allowance;
  }

  /** Returns the memory for the tables, and for the work to make them. */
  Allowance allowance() {
    return allowance;
  }

  void take() throws MalformedNamesException {
    if (left == 0) {
      throw new MalformedNamesException("too many functions");
    }
    left--;
  }
}

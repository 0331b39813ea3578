package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;

/** How many more functions and borders the tables of one map may hold, and in what memory. */
final class RowBudget {

  private final Allowance allowance;
  private int left;

  RowBudget(int rows, Allowance allowance) {
    left = rows;
    this.allowance = allowance;
  }

  /** The memory that the tables and what is needed to make them are in. */
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

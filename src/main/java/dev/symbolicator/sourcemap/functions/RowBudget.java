package dev.symbolicator.sourcemap.functions;

/** How many more functions and borders the tables of one map may hold. */
final class RowBudget {

  private int left;

  RowBudget(int rows) {
    left = rows;
  }

  void take() throws MalformedNamesException {
    if (left == 0) {
      throw new MalformedNamesException("too many functions");
    }
    left--;
  }
}

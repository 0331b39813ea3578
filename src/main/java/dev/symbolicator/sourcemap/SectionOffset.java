package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;

/**
 * The {@code offset} of a section.
 *
 * @param line generated line, 0-based; at most 2^31, which exceeds an int
 * @param column generated column, 0-based UTF-16 units; at most 2^31, which no position reaches
 */
record SectionOffset(long line, long column) {

  private static final long GREATEST = 1L << 31;

  /**
   * Reads the object at an offset of the JSON text. An invalid number is reported and read as 0.
   */
  static SectionOffset read(JsonValues values, int offset, ProblemLog problems)
      throws MapRejectedException {
    int line = -1;
    int column = -1;
    MapScanner in = values.scannerAt(offset);
    for (boolean has = in.enter(); has; has = in.more()) {
      String key = values.key(in);
      in.peek();
      if (key.equals("line")) {
        line = in.position();
      } else if (key.equals("column")) {
        column = in.position();
      }
      in.skipValue();
    }
    return new SectionOffset(
        number(values, line, offset, problems), number(values, column, offset, problems));
  }

  private static long number(JsonValues values, int at, int object, ProblemLog problems)
      throws MapRejectedException {
    long number = at < 0 ? -1 : values.index(at);
    if (number < 0) {
      problems.report(
          MapProblemKind.SECTION_OFFSET,
          Math.max(at, object),
          "The line or column of a section is not a non-negative integer");
      return 0;
    }
    return Math.min(number, GREATEST);
  }
}

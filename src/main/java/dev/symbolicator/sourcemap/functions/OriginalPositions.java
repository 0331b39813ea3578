package dev.symbolicator.sourcemap.functions;

/** Packs each position in a source into one number. The numbers have the order of the positions. */
final class OriginalPositions {

  private static final long COLUMN = 0xFFFF_FFFFL;

  private OriginalPositions() {}

  /** Returns the number of a position with a 0-based line and column, neither negative. */
  static long of(int line, int column) {
    return ((long) line << 32) | column;
  }

  /** Like {@link #of}, but checks that line and column are ints from 0. */
  static long checked(long line, long column) throws MalformedNamesException {
    if (line < 0 || line > Integer.MAX_VALUE || column < 0 || column > Integer.MAX_VALUE) {
      throw new MalformedNamesException("not a position: " + line + ":" + column);
    }
    return of((int) line, (int) column);
  }

  /** Returns the position of the next character on the line. */
  static long next(long position) {
    return position + 1;
  }

  static int line(long position) {
    return (int) (position >>> 32);
  }

  static int column(long position) {
    return (int) (position & COLUMN);
  }
}

package dev.symbolicator.sourcemap.functions;

/** Positions in one source as one number each, which compare as the positions do. */
final class OriginalPositions {

  private static final long COLUMN = 0xFFFF_FFFFL;

  private OriginalPositions() {}

  /** A position of a line and column that must not be negative. */
  static long of(int line, int column) {
    return ((long) line << 32) | column;
  }

  /** A position whose line and column must be ints from 0. */
  static long checked(long line, long column) throws MalformedNamesException {
    if (line < 0 || line > Integer.MAX_VALUE || column < 0 || column > Integer.MAX_VALUE) {
      throw new MalformedNamesException("no position: " + line + ":" + column);
    }
    return of((int) line, (int) column);
  }

  /** The position of the next character of the line. */
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

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;

/**
 * Packs a 0-based line and a 0-based column, in UTF-16 units, into a number that compares alike.
 */
final class Positions {
  private Positions() {}

  static long of(int line, int column) {
    return ((long) line << Integer.SIZE) | column;
  }

  static long at(Lines lines, int offset) {
    int line = lines.lineAt(offset);
    return of(line, lines.columnAt(offset, line));
  }

  static int line(long position) {
    return (int) (position >> Integer.SIZE);
  }

  static int column(long position) {
    return (int) position;
  }

  record Place(int source, long position) {}
}

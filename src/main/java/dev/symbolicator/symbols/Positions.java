package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;

/**
 * Places in a text as one number each, which compare as the places do: 0-based line and 0-based
 * UTF-16 column.
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
}

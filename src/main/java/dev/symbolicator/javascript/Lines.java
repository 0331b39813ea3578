package dev.symbolicator.javascript;

/**
 * The lines of a text: they end at {@code \n}, {@code \r}, {@code \r\n}, U+2028 and U+2029. A byte
 * order mark at the very beginning is no column of the first line.
 */
public final class Lines {
  Lines() {}

  /** How many lines there are; at least one. */
  public int count() {
    return 1;
  }

  /** The 0-based line of an offset. */
  public int lineAt(int offset) {
    return 0;
  }

  /** The 0-based column of an offset, in UTF-16 code units. */
  public int columnAt(int offset) {
    return 0;
  }

  /**
   * The offset of a 0-based position; -1 where the text has no such line or the line no such
   * column.
   */
  public int offset(int line, int column) {
    return -1;
  }

  /** The length of a line in UTF-16 code units, without its end. */
  public int length(int line) {
    return 0;
  }
}

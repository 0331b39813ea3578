package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The lines of a text: they end at {@code \n}, {@code \r}, {@code \r\n}, U+2028 and U+2029. A byte
 * order mark at the very beginning is no column of the first line.
 */
public final class Lines {
  /** Where each line begins; the first one behind a byte order mark. */
  private final int[] starts;

  private final int length;

  private final String text;

  private Lines(String text, int[] starts) {
    this.text = text;
    this.length = text.length();
    this.starts = starts;
  }

  /**
   * Finds the lines of a text.
   *
   * @param characters of the text, which are read faster than the text; what is behind them is not
   *     looked at
   * @param allowance what the lines take is left taken
   */
  static Lines of(String text, char[] characters, Allowance allowance) {
    int length = text.length();
    int count = 1 + lineEnds(characters, length);
    allowance.take((long) Integer.BYTES * count);
    int[] starts = new int[count];
    starts[0] = text.startsWith("\ufeff") ? 1 : 0;
    int line = 0;
    for (int i = 0; i < length; i++) {
      if (isLineEnd(characters, i, length)) {
        starts[++line] = i + 1;
      }
    }
    return new Lines(text, starts);
  }

  private static int lineEnds(char[] characters, int length) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      count += isLineEnd(characters, i, length) ? 1 : 0;
    }
    return count;
  }

  /** Whether a line ends with the character at an index. */
  private static boolean isLineEnd(char[] characters, int i, int length) {
    char c = characters[i];
    if ((c > '\r' && c < '\u2028') || !Characters.isLineEnd(c)) {
      return false;
    }
    return c != '\r' || i + 1 == length || characters[i + 1] != '\n';
  }

  /** How many lines there are; at least one. */
  public int count() {
    return starts.length;
  }

  /** The 0-based line of an offset from 0 to the length of the text. */
  public int lineAt(int offset) {
    int line = Arrays.binarySearch(starts, offset);
    return line >= 0 ? line : Math.max(0, -line - 2);
  }

  /** The 0-based column of an offset, in UTF-16 code units; line ends belong to their line. */
  public int columnAt(int offset) {
    return columnAt(offset, lineAt(offset));
  }

  /** The column of an offset whose line is known. */
  public int columnAt(int offset, int line) {
    return Math.max(0, offset - starts[line]);
  }

  /**
   * The offset of a 0-based position; -1 where the text has no such line or the line no such
   * column. A line's last column is the one behind its last character.
   */
  public int offset(int line, int column) {
    if (line < 0 || line >= starts.length || column < 0 || column > length(line)) {
      return -1;
    }
    return starts[line] + column;
  }

  /** The length of a line in UTF-16 code units, without its end. */
  public int length(int line) {
    if (line == starts.length - 1) {
      return length - starts[line];
    }
    int end = starts[line + 1] - 1;
    boolean pair = text.charAt(end) == '\n' && end > starts[line] && text.charAt(end - 1) == '\r';
    return (pair ? end - 1 : end) - starts[line];
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The lines of a text, which end at {@code \n}, {@code \r}, {@code \r\n}, U+2028 or U+2029. A byte
 * order mark takes no column.
 */
public final class Lines {
  private final int[] starts;

  private final int length;

  private final String text;

  private Lines(String text, int[] starts) {
    this.text = text;
    this.length = text.length();
    this.starts = starts;
  }

  /** Finds the lines of a text, which stay charged. */
  public static Lines of(String text, Allowance allowance) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) Character.BYTES * text.length());
      return of(text, text.toCharArray(), allowance);
    }
  }

  /** Like {@link #of(String, Allowance)}, but U+2028 and U+2029 end no line, as in many tools. */
  public static Lines ofNewlines(String text, Allowance allowance) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take(3L * Character.BYTES * text.length());
      char[] characters = text.replace('\u2028', ' ').replace('\u2029', ' ').toCharArray();
      return of(text, characters, allowance);
    }
  }

  /** Like {@link #of(String, Allowance)}, with the text's characters, which are faster to read. */
  static Lines of(String text, char[] characters, Allowance allowance) {
    int length = text.length();
    boolean hasFeedsOnly =
        text.indexOf('\r') < 0 && text.indexOf('\u2028') < 0 && text.indexOf('\u2029') < 0;
    int count = 0;
    for (int end = -1; count == 0 || end >= 0; count++) {
      end = hasFeedsOnly ? text.indexOf('\n', end + 1) : lineEnd(characters, end + 1, length);
    }
    allowance.take((long) Integer.BYTES * count);
    int[] starts = new int[count];
    starts[0] = text.startsWith("\ufeff") ? 1 : 0;
    for (int line = 1, end = -1; line < count; line++) {
      end = hasFeedsOnly ? text.indexOf('\n', end + 1) : lineEnd(characters, end + 1, length);
      starts[line] = end + 1;
    }
    return new Lines(text, starts);
  }

  private static int lineEnd(char[] characters, int from, int length) {
    for (int i = from; i < length; i++) {
      if (isLineEnd(characters, i, length)) {
        return i;
      }
    }
    return -1;
  }

  /** Tells whether the character at an index ends a line. In {@code \r\n}, only {@code \n} does. */
  private static boolean isLineEnd(char[] characters, int i, int length) {
    char c = characters[i];
    if ((c > '\r' && c < '\u2028') || !Characters.isLineEnd(c)) {
      return false;
    }
    return c != '\r' || i + 1 == length || characters[i + 1] != '\n';
  }

  public int count() {
    return starts.length;
  }

  /** Returns the 0-based line of an offset from 0 to the length of the text. */
  public int lineAt(int offset) {
    int line = Arrays.binarySearch(starts, offset);
    return line >= 0 ? line : Math.max(0, -line - 2);
  }

  /**
   * Returns the 0-based column of an offset, in UTF-16 units. A line end belongs to the line before
   * it.
   */
  public int columnAt(int offset) {
    return columnAt(offset, lineAt(offset));
  }

  public int columnAt(int offset, int line) {
    return Math.max(0, offset - starts[line]);
  }

  /**
   * Returns the offset of a 0-based position, up to one after the line's last character; else -1.
   */
  public int offset(int line, int column) {
    if (line < 0 || line >= starts.length || column < 0 || column > length(line)) {
      return -1;
    }
    return starts[line] + column;
  }

  public int length(int line) {
    if (line == starts.length - 1) {
      return length - starts[line];
    }
    int end = starts[line + 1] - 1;
    boolean pair = text.charAt(end) == '\n' && end > starts[line] && text.charAt(end - 1) == '\r';
    return (pair ? end - 1 : end) - starts[line];
  }
}

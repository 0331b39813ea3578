package dev.symbolicator.profile.json;

import java.nio.charset.StandardCharsets;

/** Decodes the text between the quotes of a JSON string (RFC 8259, section 7). */
public final class QuotedText {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private QuotedText() {}

  /**
   * Returns the text of a string that was checked. A lone surrogate that was written as an escape
   * is kept. Takes memory for the text, however many bytes its escapes have.
   *
   * @param from the offset behind the opening quote
   * @param to the offset of the closing quote
   */
  public static String decode(byte[] bytes, int from, int to) {
    int escape = escape(bytes, from, to);
    if (escape == to) {
      return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder();
    int at = from;
    while (escape < to) {
      text.append(new String(bytes, at, escape - at, StandardCharsets.UTF_8));
      byte letter = bytes[escape + 1];
      if (letter == 'u') {
        text.append((char) hex(bytes, escape + 2));
        at = escape + 6;
      } else {
        text.append(ESCAPED.charAt(ESCAPES.indexOf(letter)));
        at = escape + 2;
      }
      escape = escape(bytes, at, to);
    }
    return text.append(new String(bytes, at, to - at, StandardCharsets.UTF_8)).toString();
  }

  /** Tells whether a letter behind a backslash stands for a character without digits. */
  public static boolean isEscape(byte letter) {
    return ESCAPES.indexOf(letter) >= 0;
  }

  private static int escape(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  private static int hex(byte[] bytes, int from) {
    int unit = 0;
    for (int at = from; at < from + 4; at++) {
      unit = unit << 4 | Character.digit(bytes[at], 16);
    }
    return unit;
  }

  /** Returns the number of UTF-16 units that {@link #decode} would return. */
  static int length(byte[] bytes, int from, int to) {
    int units = 0;
    int at = from;
    while (at < to) {
      byte here = bytes[at];
      if (here == '\\') {
        at += bytes[at + 1] == 'u' ? 6 : 2;
        units++;
      } else {
        boolean isContinuation = (here & 0xC0) == 0x80;
        boolean isPair = (here & 0xF8) == 0xF0;
        units += isContinuation ? 0 : isPair ? 2 : 1;
        at++;
      }
    }
    return units;
  }
}

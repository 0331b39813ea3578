package dev.symbolicator.profile.json;

import java.nio.charset.StandardCharsets;

/** Decodes the text between the quotes of a JSON string (RFC 8259, section 7). */
public final class QuotedText {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private QuotedText() {}

  /**
   * Returns the text of a string that was checked. A lone surrogate that was written as an escape
   * is kept.
   *
   * @param from the offset behind the opening quote
   * @param to the offset of the closing quote
   */
  public static String decode(byte[] bytes, int from, int to) {
    String raw = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    int escape = raw.indexOf('\\');
    return escape < 0 ? raw : unescaped(raw, escape);
  }

  private static String unescaped(String raw, int firstEscape) {
    StringBuilder text = new StringBuilder(raw.length()).append(raw, 0, firstEscape);
    for (int i = firstEscape; i < raw.length(); i++) {
      char unit = raw.charAt(i);
      if (unit != '\\') {
        text.append(unit);
      } else if (raw.charAt(++i) == 'u') {
        text.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
        i += 4;
      } else {
        text.append(ESCAPED.charAt(ESCAPES.indexOf(raw.charAt(i))));
      }
    }
    return text.toString();
  }
}

package dev.symbolicator.javascript;

/** Decodes the escapes of strings and identifiers (ECMA-262, sections 12.7.1 and 12.9.4). */
final class Escapes {
  private final String raw;
  private final StringBuilder decoded = new StringBuilder();
  private int i;

  private Escapes(String raw) {
    this.raw = raw;
  }

  /** The text without escapes; what is no escape stays as it is. */
  static String decode(String raw) {
    return new Escapes(raw).decode();
  }

  private String decode() {
    while (i < raw.length()) {
      char c = raw.charAt(i++);
      if (c == '\\' && i < raw.length()) {
        escape(raw.charAt(i++));
      } else {
        decoded.append(c);
      }
    }
    return decoded.toString();
  }

  private void escape(char c) {
    switch (c) {
      case 'n' -> decoded.append('\n');
      case 't' -> decoded.append('\t');
      case 'r' -> decoded.append('\r');
      case 'b' -> decoded.append('\b');
      case 'f' -> decoded.append('\f');
      case 'v' -> decoded.append('\u000b');
      case 'x' -> hex(i, i + 2, i + 2);
      case 'u' -> unicode();
      case '\r' -> i += i < raw.length() && raw.charAt(i) == '\n' ? 1 : 0;
      case '\n', '\u2028', '\u2029' -> {}
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      default -> decoded.append(c);
    }
  }

  private void unicode() {
    if (i < raw.length() && raw.charAt(i) == '{') {
      int brace = raw.indexOf('}', i);
      hex(i + 1, brace, brace + 1);
    } else {
      hex(i, i + 4, i + 4);
    }
  }

  private void hex(int start, int end, int next) {
    int value = 0;
    if (end <= start || end > raw.length()) {
      decoded.append('u');
      return;
    }
    for (int at = start; at < end; at++) {
      int digit = Character.digit(raw.charAt(at), 16);
      if (digit < 0 || value > Character.MAX_CODE_POINT >> 4) {
        decoded.append('u');
        return;
      }
      value = (value << 4) | digit;
    }
    decoded.appendCodePoint(Math.min(value, Character.MAX_CODE_POINT));
    i = next;
  }

  private void octal() {
    int value = raw.charAt(i - 1) - '0';
    int digits = value < 4 ? 2 : 1;
    while (digits-- > 0 && i < raw.length() && raw.charAt(i) >= '0' && raw.charAt(i) <= '7') {
      value = (value << 3) | (raw.charAt(i++) - '0');
    }
    decoded.append((char) value);
  }
}

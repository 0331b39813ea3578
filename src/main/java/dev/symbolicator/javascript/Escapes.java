package dev.symbolicator.javascript;

/** Decodes the escapes of strings and identifiers (ECMA-262, sections 12.7.1 and 12.9.4). */
final class Escapes {
  private final String raw;
  private final StringBuilder decoded = new StringBuilder();
  private int position;

  private Escapes(String raw) {
    this.raw = raw;
  }

  /** Returns a text with its escapes decoded; all other characters stay. */
  static String decode(String raw) {
    return new Escapes(raw).decode();
  }

  private String decode() {
    while (position < raw.length()) {
      char c = raw.charAt(position++);
      if (c == '\\' && position < raw.length()) {
        escape(raw.charAt(position++));
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
      case 'x' -> hex(position, position + 2, position + 2);
      case 'u' -> unicode();
      case '\r' -> position += position < raw.length() && raw.charAt(position) == '\n' ? 1 : 0;
      case '\n', '\u2028', '\u2029' -> {}
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      default -> decoded.append(c);
    }
  }

  private void unicode() {
    if (position < raw.length() && raw.charAt(position) == '{') {
      int brace = raw.indexOf('}', position);
      hex(position + 1, brace, brace + 1);
    } else {
      hex(position, position + 4, position + 4);
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
    position = next;
  }

  private void octal() {
    int value = raw.charAt(position - 1) - '0';
    int digits = value < 4 ? 2 : 1;
    while (digits-- > 0
        && position < raw.length()
        && raw.charAt(position) >= '0'
        && raw.charAt(position) <= '7') {
      value = (value << 3) | (raw.charAt(position++) - '0');
    }
    decoded.append((char) value);
  }
}

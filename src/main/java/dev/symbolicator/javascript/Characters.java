package dev.symbolicator.javascript;

/**
 * Characters as ECMAScript sorts them (section 12). Beyond ASCII, all that is no white space counts
 * as part of an identifier: nothing else can stand there outside of literals, and Unicode grows.
 */
final class Characters {
  private static final boolean[] NAME_PART = new boolean[128];

  static {
    for (char c = 0; c < 128; c++) {
      NAME_PART[c] =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$';
    }
  }

  private Characters() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Part of an identifier, without the backslash of an escape. */
  static boolean isNamePart(char c) {
    return c < 128 ? NAME_PART[c] : !isSpace(c);
  }

  /** The beginning of an identifier, also by an escape. */
  static boolean isNameStart(char c) {
    return c < 128 ? (NAME_PART[c] && !isDigit(c)) || c == '\\' : !isSpace(c);
  }

  static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  /** White space and line ends. */
  static boolean isSpace(char c) {
    if (c < 128) {
      return c == ' ' || (c >= '\t' && c <= '\r');
    }
    return c == '\u00a0'
        || c == '\ufeff'
        || c == '\u2028'
        || c == '\u2029'
        || (c >= '\u1680' && Character.getType(c) == Character.SPACE_SEPARATOR);
  }
}

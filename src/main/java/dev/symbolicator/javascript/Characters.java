package dev.symbolicator.javascript;

/**
 * Classifies characters like ECMAScript (ECMA-262, section 12). Beyond ASCII, every character
 * except white space counts as part of an identifier. Nothing else can stand there outside of
 * literals, and Unicode grows.
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

  /** Tells whether a character is part of an identifier. The backslash of an escape is not. */
  static boolean isNamePart(char c) {
    return c < 128 ? NAME_PART[c] : !isSpace(c);
  }

  /** Tells whether a character begins an identifier. The backslash of an escape does. */
  static boolean isNameStart(char c) {
    return c < 128 ? (NAME_PART[c] && !isDigit(c)) || c == '\\' : !isSpace(c);
  }

  static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  /** Tells whether a character is white space or a line end. */
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

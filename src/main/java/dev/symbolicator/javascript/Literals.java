package dev.symbolicator.javascript;

/**
 * Finds the ends of words, literals and comments. NUL characters follow the text, so looking ahead
 * needs no bounds check. A returned offset never lies beyond the text.
 */
final class Literals {
  private final char[] text;
  private final int length;
  private int doubts;

  Literals(char[] text, int length) {
    this.text = text;
    this.length = length;
  }

  int doubts() {
    return doubts;
  }

  void doubts(int count) {
    doubts = count;
  }

  /** Returns the offset after an identifier. A {@code #} must lie before the start. */
  int nameEnd(int start) {
    int i = start;
    while (true) {
      while (Characters.isNamePart(text[i])) { // The NUL behind the text is none.
        i++;
      }
      if (text[i] != '\\') {
        return i;
      }
      i = escapeEnd(i);
    }
  }

  private int escapeEnd(int backslash) {
    int i = backslash + 1;
    if (text[i] == 'u' && text[i + 1] == '{') {
      i += 2;
      while (i < length && Characters.isNamePart(text[i])) {
        i++;
      }
      return text[i] == '}' && i < length ? i + 1 : i;
    }
    return i;
  }

  int numberEnd(int start) {
    if (radix(start)) {
      return nameEnd(start + 2);
    }
    int i = digitsEnd(start);
    if (text[i] == '.') {
      i = digitsEnd(i + 1);
    }
    if ((text[i] | 0x20) == 'e') {
      i = digitsEnd(text[i + 1] == '+' || text[i + 1] == '-' ? i + 2 : i + 1);
    }
    return text[i] == 'n' ? i + 1 : i;
  }

  private int digitsEnd(int start) {
    int i = start;
    while (Characters.isDigit(text[i]) || text[i] == '_') {
      i++;
    }
    return i;
  }

  private boolean radix(int start) {
    int letter = text[start + 1] | 0x20;
    return text[start] == '0' && (letter == 'x' || letter == 'o' || letter == 'b');
  }

  /** Returns the offset after a string. An unescaped line end ends the string as well. */
  int stringEnd(int start) {
    char quote = text[start];
    int i = start + 1;
    while (i < length) {
      char c = text[i];
      if (c == quote) {
        return i + 1;
      }
      if (c == '\\') {
        i += text[i + 1] == '\r' && text[i + 2] == '\n' ? 3 : 2;
      } else if (c == '\n' || c == '\r') {
        break;
      } else {
        i++;
      }
    }
    doubts++;
    return Math.min(i, length);
  }

  /** A quoted JSX attribute has no escapes and may contain line ends. */
  int attributeEnd(int start) {
    char quote = text[start];
    for (int i = start + 1; i < length; i++) {
      if (text[i] == quote) {
        return i + 1;
      }
    }
    doubts++;
    return length;
  }

  int regexEnd(int start) {
    boolean inClass = false;
    for (int i = start + 1; i < length; i++) {
      char c = text[i];
      if (c == '\\') {
        i++;
        c = text[i];
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        return nameEnd(i + 1);
      }
      if (Characters.isLineEnd(c)) {
        doubts++;
        return i;
      }
    }
    doubts++;
    return length;
  }

  /**
   * A piece of a template ends with a backtick or <code>${</code>; {@code start} is behind its
   * opener.
   */
  int templateEnd(int start) {
    int i = start;
    while (i < length) {
      char c = text[i];
      if (c == '`') {
        return i + 1;
      }
      if (c == '$' && text[i + 1] == '{') {
        return i + 2;
      }
      i += c == '\\' ? 2 : 1;
    }
    doubts++;
    return length;
  }

  int lineEnd(int start) {
    int i = start;
    while (i < length && !Characters.isLineEnd(text[i])) {
      i++;
    }
    return i;
  }

  int commentEnd(int start) {
    for (int i = start + 2; i + 1 < length; i++) {
      if (text[i] == '*' && text[i + 1] == '/') {
        return i + 2;
      }
    }
    doubts++;
    return length;
  }

  /**
   * Classifies characters like ECMAScript (ECMA-262, section 12). Beyond ASCII, every character
   * except white space is part of an identifier: nothing else can stand there outside of literals.
   */
  static final class Characters {
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

    static boolean isNamePart(char c) {
      return c < 128 ? NAME_PART[c] : !isSpace(c);
    }

    static boolean isNameStart(char c) {
      return c < 128 ? (NAME_PART[c] && !isDigit(c)) || c == '\\' : !isSpace(c);
    }

    static boolean isLineEnd(char c) {
      return c <= '\r' ? c == '\n' || c == '\r' : c == '\u2028' || c == '\u2029';
    }

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
}

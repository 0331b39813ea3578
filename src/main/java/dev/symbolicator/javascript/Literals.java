package dev.symbolicator.javascript;

/**
 * Finds where words, literals and comments end. The text is followed by some NUL characters, so a
 * look ahead needs no check. Offsets beyond the text are never returned.
 */
final class Literals {
  private final char[] text;
  private final int length;
  private int doubts;

  Literals(char[] text, int length) {
    this.text = text;
    this.length = length;
  }

  /** How many had no end. */
  int doubts() {
    return doubts;
  }

  /** Forgets those that were found in vain. */
  void doubts(int count) {
    doubts = count;
  }

  /** The end of an identifier, which may begin with {@code #}. */
  int nameEnd(int start) {
    int i = start;
    while (true) {
      while (i < length && Characters.isNamePart(text[i])) {
        i++;
      }
      if (i >= length || text[i] != '\\') {
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

  /** The end of a string; an unescaped line end ends it as well. */
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

  /** The end of a quoted JSX attribute, which knows no escapes and may hold line ends. */
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

  /** The end of a regular expression with its flags, from its slash. */
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
   * The end of a piece of a template, from behind its backtick or brace: behind the closing
   * backtick or behind <code>${</code>.
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

  /** The line end behind a comment that ends with its line. */
  int lineEnd(int start) {
    int i = start;
    while (i < length && !Characters.isLineEnd(text[i])) {
      i++;
    }
    return i;
  }

  /** The end of a block comment. */
  int commentEnd(int start) {
    for (int i = start + 2; i + 1 < length; i++) {
      if (text[i] == '*' && text[i + 1] == '/') {
        return i + 2;
      }
    }
    doubts++;
    return length;
  }
}

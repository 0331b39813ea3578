package dev.symbolicator.javascript;

/** Recognises reserved words. A word that is reserved only in some places is a name here. */
final class Keywords {
  private Keywords() {}

  /** Returns the token type of a word, {@link Token#NAME} if the word is not reserved. */
  static byte typeOf(char[] text, int start, int end) {
    char first = text[start];
    return switch (end - start) {
      case 2 -> two(first, text[start + 1]);
      case 3 -> three(text, start, first);
      case 4 -> four(text, start, first);
      case 5 -> five(text, start, first);
      case 6 -> six(text, start, first);
      case 7 -> seven(text, start, first);
      case 8 ->
          first == 'f'
              ? is(text, start, "function", Token.FUNCTION)
              : first == 'd'
                  ? is(text, start, "debugger", Token.JUMP)
                  : is(text, start, "continue", Token.JUMP);
      case 10 -> is(text, start, "instanceof", Token.INFIX_WORD);
      default -> Token.NAME;
    };
  }

  private static byte two(char first, char second) {
    if (first == 'i') {
      return second == 'f' ? Token.CONTROL_WORD : second == 'n' ? Token.INFIX_WORD : Token.NAME;
    }
    return first == 'd' && second == 'o' ? Token.BLOCK_WORD : Token.NAME;
  }

  private static byte three(char[] text, int start, char first) {
    return switch (first) {
      case 'f' -> is(text, start, "for", Token.CONTROL_WORD);
      case 'n' -> is(text, start, "new", Token.UNARY);
      case 't' -> is(text, start, "try", Token.BLOCK_WORD);
      case 'v' -> is(text, start, "var", Token.DECLARATION_WORD);
      default -> Token.NAME;
    };
  }

  private static byte four(char[] text, int start, char first) {
    return switch (first) {
      case 't' ->
          text[start + 1] == 'h'
              ? is(text, start, "this", Token.VALUE_WORD)
              : is(text, start, "true", Token.VALUE_WORD);
      case 'n' -> is(text, start, "null", Token.VALUE_WORD);
      case 'e' -> is(text, start, "else", Token.BLOCK_WORD);
      case 'c' -> is(text, start, "case", Token.CASE);
      case 'v' -> is(text, start, "void", Token.UNARY);
      case 'w' -> is(text, start, "with", Token.CONTROL_WORD);
      default -> Token.NAME;
    };
  }

  private static byte five(char[] text, int start, char first) {
    return switch (first) {
      case 'c' ->
          text[start + 1] == 'o'
              ? is(text, start, "const", Token.DECLARATION_WORD)
              : text[start + 1] == 'l'
                  ? is(text, start, "class", Token.CLASS)
                  : is(text, start, "catch", Token.CATCH);
      case 'w' -> is(text, start, "while", Token.CONTROL_WORD);
      case 'b' -> is(text, start, "break", Token.JUMP);
      case 'f' -> is(text, start, "false", Token.VALUE_WORD);
      case 's' -> is(text, start, "super", Token.VALUE_WORD);
      case 't' -> is(text, start, "throw", Token.RETURN);
      default -> Token.NAME;
    };
  }

  private static byte six(char[] text, int start, char first) {
    return switch (first) {
      case 'r' -> is(text, start, "return", Token.RETURN);
      case 't' -> is(text, start, "typeof", Token.UNARY);
      case 'd' -> is(text, start, "delete", Token.UNARY);
      case 's' -> is(text, start, "switch", Token.CONTROL_WORD);
      case 'e' -> is(text, start, "export", Token.EXPORT);
      case 'i' -> is(text, start, "import", Token.IMPORT);
      default -> Token.NAME;
    };
  }

  private static byte seven(char[] text, int start, char first) {
    return switch (first) {
      case 'd' -> is(text, start, "default", Token.DEFAULT);
      case 'e' -> is(text, start, "extends", Token.EXTENDS);
      case 'f' -> is(text, start, "finally", Token.BLOCK_WORD);
      default -> Token.NAME;
    };
  }

  private static byte is(char[] text, int start, String word, byte type) {
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return Token.NAME;
      }
    }
    return type;
  }
}

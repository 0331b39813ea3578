package dev.symbolicator.javascript;

/**
 * Reads one TypeScript type: operands, what joins them, and brackets as a whole. It alternates
 * between two states, before and behind an operand, and ends where neither allows what comes.
 */
final class TypeReader {
  private final ScanState state;
  private final char[] text;
  private final Types types;

  private boolean behindOperand;

  /** The operand before was a parenthesis that may be the parameters of a function type. */
  private boolean behindParameters;

  /** How many {@code extends} wait for their {@code ?}, and how many {@code ?} for their colon. */
  private int extendsCount;

  private int questionCount;

  TypeReader(ScanState state, Types types) {
    this.state = state;
    this.text = state.text;
    this.types = types;
  }

  /** Returns where the type ends; the start if there is none. */
  int read(int start) {
    int end = start;
    int i = start;
    while (true) {
      state.newline = false;
      i = state.skipTrivia(i);
      if (i >= state.length) {
        return end;
      }
      int next = behindOperand ? behind(i) : before(i);
      if (next < 0) {
        return end;
      }
      end = next;
      i = next;
    }
  }

  /** Reads on before an operand; -1 where none follows. */
  private int before(int i) {
    char c = text[i];
    switch (c) {
      case '|', '&', '-' -> {
        return i + 1;
      }
      case '<' -> {
        return types.bracketsEnd(i);
      }
      case '(' -> {
        behindOperand = true;
        behindParameters = beginsParameters(i + 1);
        return types.bracketsEnd(i);
      }
      case '[', '{' -> {
        return operand(types.bracketsEnd(i));
      }
      case '"', '\'' -> {
        return operand(state.literals.stringEnd(i));
      }
      case '`' -> {
        return operand(types.templateEnd(i + 1));
      }
      default -> {
        if (Characters.isDigit(c)) {
          return operand(state.literals.numberEnd(i));
        }
        return Characters.isNameStart(c) ? word(i, state.literals.nameEnd(i)) : -1;
      }
    }
  }

  private int operand(int end) {
    behindOperand = true;
    behindParameters = false;
    return end;
  }

  private int word(int start, int end) {
    if (end == start) {
      return -1;
    }
    boolean prefix =
        switch (end - start) {
          case 3 -> is(start, "new");
          case 5 -> is(start, "keyof") || is(start, "infer");
          case 6 -> is(start, "typeof") || is(start, "unique") || is(start, "import");
          case 7 -> is(start, "asserts");
          case 8 -> is(start, "readonly") || is(start, "abstract");
          default -> false;
        };
    if (prefix && isOperandNext(end)) {
      return end;
    }
    return operand(end);
  }

  /** Whether an operand follows in the same line, so that the word before it is a prefix. */
  private boolean isOperandNext(int end) {
    state.newline = false;
    int next = state.skipTrivia(end);
    char c = text[next];
    if (state.newline || next >= state.length) {
      return false;
    }
    if (Characters.isNameStart(c)) {
      return !isWord(next, "is") && !isWord(next, "extends");
    }
    return "([{<'\"`".indexOf(c) >= 0;
  }

  /** Reads on behind an operand; -1 where the type is over. */
  private int behind(int i) {
    char c = text[i];
    char second = text[i + 1];
    switch (c) {
      case '|', '&' -> {
        return second == c || second == '=' ? -1 : join(i + 1);
      }
      case '.' -> {
        return join(i + 1);
      }
      case '[' -> {
        return state.newline ? -1 : operand(types.bracketsEnd(i));
      }
      case '<' -> {
        return state.newline || second == '<' ? -1 : operand(types.bracketsEnd(i));
      }
      case '=' -> {
        return second == '>' && behindParameters ? join(i + 2) : -1;
      }
      case '?' -> {
        if (extendsCount == 0 || second == '.' || second == '?') {
          return -1;
        }
        extendsCount--;
        questionCount++;
        return join(i + 1);
      }
      case ':' -> {
        if (questionCount == 0) {
          return -1;
        }
        questionCount--;
        return join(i + 1);
      }
      default -> {
        return Characters.isNameStart(c) ? joiningWord(i) : -1;
      }
    }
  }

  private int join(int end) {
    behindOperand = false;
    behindParameters = false;
    return end;
  }

  private int joiningWord(int i) {
    boolean newline = state.newline;
    int end = i + "extends".length();
    if (isWord(i, "extends") && isTypeNext(end, newline)) {
      extendsCount++;
      return join(end);
    }
    return !newline && isWord(i, "is") ? join(i + 2) : -1;
  }

  /**
   * Whether a type follows {@code extends}.
   *
   * @param newline whether a line ends before the word, so that it may be the name of a method
   */
  private boolean isTypeNext(int end, boolean newline) {
    char c = text[state.skipTrivia(end)];
    return Characters.isNameStart(c)
        || Characters.isDigit(c)
        || "[{\"'`|&-".indexOf(c) >= 0
        || (!newline && (c == '(' || c == '<'));
  }

  /** Whether a parenthesis in a type is around parameters and not around a type. */
  private boolean beginsParameters(int start) {
    int i = state.skipTrivia(start);
    char c = text[i];
    if (c == ')' || c == '.' || c == '{' || c == '[') {
      return true;
    }
    if (!Characters.isNameStart(c)) {
      return false;
    }
    char next = text[state.skipTrivia(state.literals.nameEnd(i))];
    return next == ':' || next == ',' || next == '?' || next == '=' || next == ')';
  }

  private boolean isWord(int start, String word) {
    return is(start, word) && state.literals.nameEnd(start) == start + word.length();
  }

  private boolean is(int start, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

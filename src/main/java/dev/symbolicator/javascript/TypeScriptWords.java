package dev.symbolicator.javascript;

/**
 * Skips the words of TypeScript that leave no token, with the types and declarations after them.
 */
final class TypeScriptWords {
  private final ScanState state;
  private final char[] text;
  private final Tokens tokens;
  private final Types types;
  private final Brackets brackets;

  TypeScriptWords(ScanState state, Types types, Brackets brackets) {
    this.state = state;
    this.text = state.text;
    this.tokens = state.tokens;
    this.types = types;
    this.brackets = brackets;
  }

  /**
   * Skips a word.
   *
   * @return the offset to read on from, or -1 if the word is an identifier
   */
  int take(int start, int end) {
    return switch (end - start) {
      case 2 -> is(start, "as") && isOperator() ? operator(end) : -1;
      case 4 -> is(start, "type") ? alias(end) : is(start, "enum") ? enumeration(end) : -1;
      case 7 -> is(start, "declare") && isModifier(end) ? ambient(end) : -1;
      case 8 -> is(start, "abstract") && isModifier(end) ? end : -1;
      case 9 ->
          is(start, "interface")
              ? interfaceEnd(end)
              : is(start, "satisfies") && isOperator() ? operator(end) : -1;
      case 10 -> is(start, "implements") && isClause(end) ? types.listEnd(end) : -1;
      default -> -1;
    };
  }

  private boolean isOperator() {
    return !state.newline && Token.endsOperand(tokens.lastType());
  }

  /** Skips the type after an operator. The operand before the operator now ends after the type. */
  private int operator(int end) {
    state.tokenEnd = types.typeEnd(end);
    return state.tokenEnd;
  }

  private boolean isClause(int end) {
    return state.frames.pendingClass() >= 0
        && (Token.endsOperand(tokens.lastType()) || tokens.lastType() == Token.CLASS)
        && Characters.isNameStart(state.peek(end))
        && !(tokens.lastType() == Token.CLASS && isWordNext(end, "extends"));
  }

  /** Tells whether a declaration may begin with the current word. */
  private boolean isAtStatement() {
    byte before = tokens.lastType();
    return Token.isBeforeStatement(before)
        || before == Token.EXPORT
        || before == Token.DEFAULT
        || state.isSemicolonInserted()
        || before == Token.GROUP_CLOSE
        || (before == Token.NAME && tokens.type(tokens.size() - 2) == Token.AT);
  }

  private boolean isModifier(int end) {
    return isAtStatement() && nameInLine(end) >= 0;
  }

  /** Returns the offset of a name that follows in the same line, or -1 if there is none. */
  private int nameInLine(int end) {
    boolean before = state.newline;
    state.newline = false;
    int next = state.skipTrivia(end);
    boolean newline = state.newline;
    state.newline = before;
    return !newline && next < state.length && Characters.isNameStart(text[next]) ? next : -1;
  }

  private boolean isWordNext(int end, String word) {
    int next = nameInLine(end);
    return next >= 0 && is(next, word) && state.literals.nameEnd(next) == next + word.length();
  }

  /** Skips {@code type X<T> = …}; returns -1 for anything else. */
  private int alias(int end) {
    int name = isAtStatement() ? nameInLine(end) : -1;
    if (name < 0) {
      return -1;
    }
    boolean before = state.newline;
    int i = state.skipTrivia(state.literals.nameEnd(name));
    if (text[i] == '<') {
      i = state.skipTrivia(types.bracketsEnd(i));
    }
    state.newline = before;
    return text[i] == '=' && text[i + 1] != '=' && text[i + 1] != '>'
        ? declared(types.typeEnd(i + 1))
        : -1;
  }

  /**
   * Reads on after {@code declare}. A declared class has no code and is skipped whole, like an
   * interface.
   */
  private int ambient(int end) {
    int at = isWordNext(end, "abstract") ? nameInLine(end) + "abstract".length() : end;
    int behind = isWordNext(at, "class") ? interfaceEnd(nameInLine(at) + "class".length()) : -1;
    return behind < 0 ? end : behind;
  }

  private int interfaceEnd(int end) {
    int i = isAtStatement() ? nameInLine(end) : -1;
    if (i < 0) {
      return -1;
    }
    while (i < state.length && text[i] != '{') {
      int next = trivia(i);
      if (next > i) {
        i = next;
      } else if (text[i] == '<') {
        i = types.bracketsEnd(i);
      } else if (text[i] == ',' || text[i] == '.') {
        i++;
      } else if (Characters.isNameStart(text[i])) {
        i = Math.max(i + 1, state.literals.nameEnd(i));
      } else {
        return -1;
      }
    }
    return declared(types.bracketsEnd(i));
  }

  /** Ends a skipped declaration, so that a statement begins after it. */
  private int declared(int behind) {
    state.endArrows();
    state.frames.separator(state.add(Token.SEMICOLON, behind, behind));
    return behind;
  }

  private int enumeration(int end) {
    byte before = tokens.lastType();
    boolean constant = before == Token.DECLARATION_WORD;
    int name = constant || isAtStatement() ? nameInLine(end) : -1;
    if (name < 0 || text[trivia(state.literals.nameEnd(name))] != '{') {
      return -1;
    }
    brackets.expectEnum();
    return end;
  }

  private int trivia(int start) {
    boolean before = state.newline;
    int i = state.skipTrivia(start);
    state.newline = before;
    return i;
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

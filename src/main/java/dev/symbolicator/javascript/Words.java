package dev.symbolicator.javascript;

/** Reads identifiers, keywords, and words that are keywords only in some places. */
final class Words {
  private final ScanState state;
  private final char[] text;
  private final Tokens tokens;
  private final Frames frames;
  private final ClassMembers members;
  private final Headers headers;
  private final TypeScriptWords typeScript;

  Words(ScanState state, ClassMembers members, Headers headers, TypeScriptWords typeScript) {
    this.state = state;
    this.text = state.text;
    this.tokens = state.tokens;
    this.frames = state.frames;
    this.members = members;
    this.headers = headers;
    this.typeScript = typeScript;
  }

  /**
   * Reads a word, and returns the offset to read on from: after the word, or after a type that
   * follows.
   */
  int add(int start, int end) {
    byte before = tokens.lastType();
    if (before == Token.DOT || before == Token.OPTIONAL_DOT) {
      state.add(Token.NAME, start, end);
      return end;
    }
    byte type = Keywords.typeOf(text, start, end);
    if (state.newline && type != Token.INFIX_WORD && state.isSemicolonInserted()) {
      state.endArrows();
    }
    byte kind = frames.kind();
    if (kind == Frame.CLASS) {
      if (type != Token.INFIX_WORD || frames.has(Frame.AT_KEY)) {
        members.before(Token.NAME);
      }
      if (frames.has(Frame.AT_KEY)) {
        state.add(Token.NAME, start, end);
        return end;
      }
    } else if (kind == Frame.OBJECT && frames.has(Frame.AT_KEY)) {
      state.add(Token.NAME, start, end);
      return end;
    } else if (state.newline
        && type != Token.INFIX_WORD
        && Frame.holdsStatements(kind)
        && state.isSemicolonInserted()) {
      frames.separator(tokens.size() - 1);
      frames.dropQuestions();
    }
    if (type == Token.NAME) {
      return addName(start, end);
    }
    addKeyword(type, start, end);
    return end;
  }

  private int addName(int start, int end) {
    int length = end - start;
    if (length == 2 && text[start] == 'o' && text[start + 1] == 'f') {
      boolean infix =
          frames.kind() == Frame.CONTROL
              && Token.endsOperand(tokens.lastType())
              && !state.isArrowNext(end);
      addKeyword(infix ? Token.INFIX_WORD : Token.NAME, start, end);
      return end;
    }
    if (length == 3 && is(start, "let")) {
      addKeyword(isDeclaration(end) ? Token.DECLARATION_WORD : Token.NAME, start, end);
      return end;
    }
    if (length == 5 && is(start, "await")) {
      boolean word =
          frames.has(Frame.ASYNC)
              || !frames.has(Frame.FUNCTION)
              || tokens.lastType() == Token.CONTROL_WORD;
      addKeyword(word ? Token.UNARY : Token.NAME, start, end);
      return end;
    }
    if (length == 5 && is(start, "yield")) {
      addKeyword(frames.has(Frame.GENERATOR) ? Token.RETURN : Token.NAME, start, end);
      return end;
    }
    if (state.typescript) {
      int behind = typeScript.take(start, end);
      if (behind >= 0) {
        return behind;
      }
    }
    state.add(Token.NAME, start, end);
    return end;
  }

  private void addKeyword(byte type, int start, int end) {
    int token = state.add(type, start, end);
    switch (type) {
      case Token.FUNCTION -> headers.sawFunction(token);
      case Token.CLASS -> headers.sawClass(token);
      case Token.CASE -> {
        frames.set(Frame.AT_CASE);
        frames.separator(token);
      }
      case Token.EXPORT -> state.module = true;
      case Token.IMPORT -> state.module |= text[end] != '(' && text[end] != '.';
      case Token.RETURN, Token.DEFAULT -> frames.separator(token);
      default -> {}
    }
  }

  private boolean is(int start, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether the word {@code let} before an offset declares something. */
  private boolean isDeclaration(int end) {
    char next = state.peek(end);
    if (next != '[' && next != '{' && !Characters.isNameStart(next)) {
      return false;
    }
    byte before = tokens.lastType();
    return before == Token.CONTROL_OPEN
        || before == Token.EXPORT
        || Token.isBeforeStatement(before)
        || state.newline;
  }
}

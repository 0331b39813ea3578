package dev.symbolicator.javascript;

/**
 * Reads a text once from its beginning to its end, without recursion: what is open is kept on a
 * stack of {@link Frames}. It does not parse: each token is understood from the one before it and
 * from the innermost frame, which is enough to tell a regular expression from a division, a block
 * from an object, and a method from a call, and to know every function.
 */
final class Scanner {
  private final ScanState state;
  private final char[] text;
  private final int length;
  private final Literals literals;
  private final Tokens tokens;
  private final Frames frames;
  private final ClassMembers members;
  private final Headers headers;
  private final Brackets brackets;
  private final Punctuation punctuation;
  private final Words words;
  private final Types types;
  private final Jsx jsx;

  Scanner(ScanState state) {
    this.state = state;
    text = state.text;
    length = state.length;
    literals = state.literals;
    tokens = state.tokens;
    frames = state.frames;
    types = new Types(state);
    members = new ClassMembers(state);
    headers = new Headers(state);
    brackets = new Brackets(state, members, headers);
    punctuation = new Punctuation(state, members, headers, types);
    words = new Words(state, members, headers, new TypeScriptWords(state, types, brackets));
    jsx = new Jsx(state, types);
  }

  /** Reads the whole text. */
  void scan() {
    int i = text[0] == '\ufeff' ? 1 : 0;
    if (text[i] == '#' && text[i + 1] == '!') {
      i = literals.lineEnd(i);
    }
    while (i < length) {
      if (frames.kind() == Frame.JSX_CHILDREN) {
        i = jsx.inChildren(i);
        continue;
      }
      i = state.skipTrivia(i);
      if (i < length) {
        i = frames.kind() == Frame.JSX_TAG ? jsx.inTag(i) : next(i);
      }
    }
    brackets.endText();
    state.doubts += literals.doubts();
  }

  /** Takes in what comes at the offset, and returns where to read on. */
  private int next(int i) {
    char c = text[i];
    if (Characters.isNameStart(c)) {
      int end = literals.nameEnd(i);
      if (end == i) {
        state.doubts++;
        return i + 1;
      }
      return words.add(i, end);
    }
    switch (c) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        return operand(Token.NUMBER, i, literals.numberEnd(i));
      }
      case '"', '\'' -> {
        return operand(Token.STRING, i, literals.stringEnd(i));
      }
      case '#' -> {
        return operand(Token.PRIVATE_NAME, i, literals.nameEnd(i + 1));
      }
      case '`' -> {
        return template(i, i + 1, true);
      }
      case '(' -> brackets.openParenthesis(i);
      case ')' -> brackets.close(Frame.PARENTHESIS, i);
      case '[' -> brackets.openBracket(i);
      case ']' -> brackets.close(Frame.BRACKET, i);
      case '{' -> brackets.openBrace(i);
      case '}' -> {
        if (brackets.close(Frame.BRACE, i)) {
          return template(i, i + 1, false);
        }
      }
      case ';' -> punctuation.semicolon(i);
      case ',' -> punctuation.comma(i);
      case ':' -> {
        return punctuation.colon(i);
      }
      case '@' -> at(i);
      default -> {
        return operator(c, i);
      }
    }
    return i + 1;
  }

  private int operand(byte type, int start, int end) {
    if (frames.kind() == Frame.CLASS) {
      members.before(type);
    } else if (state.isSemicolonInserted()) {
      state.endArrows();
      if (frames.kind() == Frame.CLASS) {
        members.before(type);
      }
    }
    state.add(type, start, end);
    return end;
  }

  private void at(int i) {
    if (state.isSemicolonInserted()) {
      state.endArrows();
    }
    boolean member = frames.kind() == Frame.CLASS;
    if (member) {
      members.before(Token.AT);
    }
    int token = state.add(Token.AT, i, i + 1);
    if (!member && frames.kind() != Frame.PARAMETERS) {
      headers.sawDecorator(token);
    }
  }

  private int template(int start, int from, boolean head) {
    int end = literals.templateEnd(from);
    if (end - from >= 2 && text[end - 1] == '{' && text[end - 2] == '$') {
      frames.push(
          Frame.TEMPLATE,
          state.add(head ? Token.TEMPLATE_HEAD : Token.TEMPLATE_MIDDLE, start, end));
    } else {
      state.add(head ? Token.TEMPLATE : Token.TEMPLATE_TAIL, start, end);
    }
    return end;
  }

  private int operator(char c, int i) {
    char second = text[i + 1];
    switch (c) {
      case '.' -> {
        return dot(i, second);
      }
      case '=' -> {
        return equalsSign(i, second);
      }
      case '?' -> {
        return question(i, second);
      }
      case '&', '|' -> {
        if (second == c) {
          return logical(i);
        }
        return binary(i, 1);
      }
      case '/' -> {
        return slash(i);
      }
      case '<' -> {
        return less(i, second);
      }
      case '>' -> {
        return binary(i, second != '>' ? 1 : text[i + 2] == '>' ? 3 : 2);
      }
      case '*' -> {
        return star(i, second);
      }
      case '+', '-' -> {
        return second == c ? step(i) : binary(i, 1);
      }
      case '!' -> {
        return exclamation(i, second);
      }
      case '~' -> {
        return prefix(i, 1);
      }
      case '%', '^' -> {
        return binary(i, 1);
      }
      default -> {
        state.doubts++;
        return i + 1;
      }
    }
  }

  /** An operator of some characters that may be followed by an equals sign. */
  private int binary(int start, int size) {
    int end = start + size;
    if (text[end] != '=') {
      state.add(Token.OPERATOR, start, end);
      return end;
    }
    char first = text[start];
    boolean comparison = (first == '<' || first == '>') && size == 1;
    if (comparison) {
      state.add(Token.OPERATOR, start, end + 1);
    } else {
      punctuation.compoundAssign(start, end + 1);
    }
    return end + 1;
  }

  private int prefix(int start, int size) {
    if (state.isSemicolonInserted()) {
      state.endArrows();
    }
    state.add(Token.UNARY, start, start + size);
    return start + size;
  }

  private int dot(int i, char second) {
    if (Characters.isDigit(second)) {
      return operand(Token.NUMBER, i, literals.numberEnd(i));
    }
    if (second == '.' && text[i + 2] == '.') {
      punctuation.spread(i);
      return i + 3;
    }
    state.add(Token.DOT, i, i + 1);
    return i + 1;
  }

  private int equalsSign(int i, char second) {
    if (second == '>') {
      headers.addArrow(i);
      return i + 2;
    }
    if (second == '=') {
      int end = text[i + 2] == '=' ? i + 3 : i + 2;
      state.add(Token.OPERATOR, i, end);
      return end;
    }
    punctuation.assign(i, i + 1);
    return i + 1;
  }

  private int question(int i, char second) {
    if (second == '?') {
      return logical(i);
    }
    if (second == '.' && !Characters.isDigit(text[i + 2])) {
      state.add(Token.OPTIONAL_DOT, i, i + 2);
      return i + 2;
    }
    punctuation.question(i);
    return i + 1;
  }

  private int logical(int i) {
    if (text[i + 2] == '=') {
      punctuation.assign(i, i + 3);
      return i + 3;
    }
    punctuation.logical(i);
    return i + 2;
  }

  private int slash(int i) {
    if (Token.endsOperand(tokens.lastType())) {
      return binary(i, 1);
    }
    int end = literals.regexEnd(i);
    state.add(Token.REGEX, i, end);
    return end;
  }

  private int less(int i, char second) {
    if (state.jsx && !Token.endsOperand(tokens.lastType()) && jsx.isTag(i)) {
      return jsx.open(i);
    }
    if (state.typescript) {
      int end = punctuation.angle(i);
      if (end >= 0) {
        return end;
      }
    }
    return binary(i, second == '<' ? 2 : 1);
  }

  private int star(int i, char second) {
    if (second == '*') {
      return binary(i, 2);
    }
    if (second == '=') {
      return binary(i, 1);
    }
    if (frames.kind() == Frame.CLASS) {
      members.before(Token.STAR);
    }
    state.add(Token.STAR, i, i + 1);
    return i + 1;
  }

  /** {@code ++} or {@code --}: behind an operand of its line it belongs to that. */
  private int step(int i) {
    if (!state.newline && Token.endsOperand(tokens.lastType())) {
      state.add(Token.POSTFIX, i, i + 2);
      return i + 2;
    }
    return prefix(i, 2);
  }

  private int exclamation(int i, char second) {
    if (second == '=') {
      int end = text[i + 2] == '=' ? i + 3 : i + 2;
      state.add(Token.OPERATOR, i, end);
      return end;
    }
    boolean nonNull = state.typescript && !state.newline && Token.endsOperand(tokens.lastType());
    return nonNull ? i + 1 : prefix(i, 1);
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.javascript.Types.TypePlace;

/**
 * Reads operators and punctuators, and what begins alike: regular expressions, tags, types. Commas,
 * colons, question marks and assignments decide what a name belongs to.
 */
final class Operators extends ScanPart {
  private final ClassMembers members;
  private final Headers headers;
  private final Types types;
  private final Jsx jsx;

  Operators(ScanState state, ClassMembers members, Headers headers, Types types, Jsx jsx) {
    super(state);
    this.members = members;
    this.headers = headers;
    this.types = types;
    this.jsx = jsx;
  }

  int add(char c, int i) {
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
      compoundAssign(start, end + 1);
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
    if (second == '.' && text[i + 2] == '.') {
      spread(i);
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
    assign(i, i + 1);
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
    addQuestion(i);
    return i + 1;
  }

  private int logical(int i) {
    if (text[i + 2] == '=') {
      assign(i, i + 3);
      return i + 3;
    }
    addLogical(i);
    return i + 2;
  }

  private int slash(int i) {
    if (Token.endsOperand(tokens.lastType())) {
      return binary(i, 1);
    }
    int end = state.literals.regexEnd(i);
    state.add(Token.REGEX, i, end);
    return end;
  }

  private int less(int i, char second) {
    if (state.jsx && !Token.endsOperand(tokens.lastType()) && jsx.isTag(i)) {
      return jsx.open(i);
    }
    if (state.typescript) {
      int end = angle(i);
      if (end >= 0) {
        state.tokenEnd = end;
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

  /** Reads {@code ++} or {@code --}, which is a postfix after an operand in the same line. */
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
    if (nonNull) {
      state.tokenEnd = i + 1;
      return i + 1;
    }
    return prefix(i, 1);
  }

  void semicolon(int offset) {
    state.endArrows();
    if (frames.kind() == Frame.CLASS) {
      members.end();
    }
    separate(state.add(Token.SEMICOLON, offset, offset + 1));
    frames.clear(Frame.AT_CASE);
  }

  private void separate(int token) {
    frames.separator(token);
    frames.dropQuestions();
  }

  void comma(int offset) {
    state.endArrows();
    int token = state.add(Token.COMMA, offset, offset + 1);
    separate(token);
    if (frames.kind() == Frame.OBJECT) {
      frames.set(Frame.AT_KEY);
      frames.member(token + 1);
    } else if (frames.kind() == Frame.GROUP) {
      tokens.match(token, frames.opener());
      frames.member(token);
    }
  }

  private void assign(int offset, int end) {
    if (frames.isAtKey(Frame.CLASS)) {
      members.assign(state.add(Token.FIELD_ASSIGN, offset, end));
      return;
    }
    if (frames.kind() == Frame.OBJECT) {
      frames.clear(Frame.AT_KEY);
    }
    frames.separator(state.add(Token.ASSIGN, offset, end));
  }

  private void compoundAssign(int offset, int end) {
    frames.separator(state.add(Token.COMPOUND_ASSIGN, offset, end));
  }

  private void spread(int offset) {
    if (frames.kind() == Frame.OBJECT) {
      frames.clear(Frame.AT_KEY);
    }
    frames.separator(state.add(Token.SPREAD, offset, offset + 3));
  }

  private void addLogical(int offset) {
    int first = frames.logical();
    int separator = frames.separator();
    int token = state.add(Token.LOGICAL, offset, offset + 2);
    tokens.match(token, first < 0 ? separator : first);
    if (first < 0) {
      frames.logical(token);
    }
  }

  private void addQuestion(int offset) {
    if (state.typescript && isOptionalMark(offset + 1)) {
      frames.set(Frame.TYPED);
      return;
    }
    int first = frames.logical();
    if (first >= 0) {
      tokens.retype(first, Token.TESTED_LOGICAL);
    }
    int separator = frames.separator();
    int token = state.add(Token.QUESTION, offset, offset + 1);
    tokens.match(token, separator);
    frames.pushQuestion(token);
    frames.separator(token);
  }

  private boolean isOptionalMark(int offset) {
    if (frames.isAtKey(Frame.CLASS) || frames.isAtKey(Frame.OBJECT)) {
      return true;
    }
    char next = state.peek(offset);
    return next == ':' || next == ',' || next == ')';
  }

  int colon(int offset) {
    byte before = tokens.lastType();
    int last = tokens.size() - 1;
    if (state.typescript && before == Token.PARAMETERS_CLOSE) {
      return types.typeEnd(offset + 1, TypePlace.ANNOTATION);
    }
    if (state.typescript && before == Token.GROUP_CLOSE && headers.isParametersClose(last)) {
      int end = types.returnTypeEnd(offset + 1);
      if (end >= 0 || !frames.awaitsColon()) {
        return end >= 0 ? end : types.typeEnd(offset + 1); // Flow: a cast of a cast.
      }
    }
    if (frames.awaitsColon()) {
      while (!frames.awaitsOwnColon()) {
        state.endArrow();
      }
      int question = frames.popQuestion();
      int token = state.add(Token.CONDITION_COLON, offset, offset + 1);
      tokens.match(token, tokens.match(question));
      frames.separator(token);
      return offset + 1;
    }
    if (frames.isAtKey(Frame.OBJECT)) {
      frames.clear(Frame.AT_KEY);
      int token = state.add(Token.PROPERTY_COLON, offset, offset + 1);
      tokens.match(token, frames.opener());
      frames.separator(token);
      return offset + 1;
    }
    boolean endsLabel = isStatementColon(last);
    state.hasTypes |= !endsLabel;
    if (!state.typescript || endsLabel) {
      state.endArrows();
      frames.clear(Frame.AT_CASE);
      frames.separator(state.add(Token.STATEMENT_COLON, offset, offset + 1));
      return offset + 1;
    }
    frames.set(Frame.TYPED);
    boolean ofArrow = before == Token.GROUP_CLOSE;
    state.tokenEnd =
        types.typeEnd(offset + 1, ofArrow ? TypePlace.RETURN_OF_ARROW : TypePlace.ANNOTATION);
    return state.tokenEnd;
  }

  private boolean isStatementColon(int last) {
    if (frames.kind() == Frame.ARROW || !Frame.holdsStatements(frames.kind())) {
      return false;
    }
    return frames.has(Frame.AT_CASE)
        || tokens.type(last) == Token.DEFAULT
        || (tokens.type(last) == Token.NAME && state.isStatementStart(last));
  }

  /**
   * Reads an angle bracket that may enclose types; returns the offset after them, -1 for an
   * operator.
   */
  private int angle(int offset) {
    byte before = tokens.lastType();
    int last = tokens.size() - 1;
    boolean key = frames.isAtKey(Frame.CLASS) && !frames.has(Frame.DECORATOR);
    if (key
        || frames.isAtKey(Frame.OBJECT)
        || headers.awaitsParameters()
        || before == Token.CLASS
        || (before == Token.NAME && tokens.type(last - 1) == Token.CLASS)) {
      return types.bracketsEnd(offset);
    }
    if (Token.endsOperand(before)) {
      return text[offset + 1] == '<' || text[offset + 1] == '='
          ? -1
          : types.argumentsEnd(offset, frames.pendingClass() >= 0);
    }
    int end = types.bracketsEnd(offset);
    state.add(Token.GENERIC, offset, offset + 1);
    return end;
  }
}

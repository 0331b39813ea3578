package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.javascript.Types.TypePlace;

/** Reads commas, colons, question marks and assignments, which decide what a name belongs to. */
final class Punctuation {
  private final ScanState state;
  private final char[] text;
  private final Tokens tokens;
  private final Frames frames;
  private final ClassMembers members;
  private final Headers headers;
  private final Types types;

  Punctuation(ScanState state, ClassMembers members, Headers headers, Types types) {
    this.state = state;
    this.text = state.text;
    this.tokens = state.tokens;
    this.frames = state.frames;
    this.members = members;
    this.headers = headers;
    this.types = types;
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

  /** Reads a plain {@code =} or a logical assignment, both of which give a function its name. */
  void assign(int offset, int end) {
    if (frames.isAtKey(Frame.CLASS)) {
      members.assign(state.add(Token.FIELD_ASSIGN, offset, end));
      return;
    }
    if (frames.kind() == Frame.OBJECT) {
      frames.clear(Frame.AT_KEY);
    }
    frames.separator(state.add(Token.ASSIGN, offset, end));
  }

  void compoundAssign(int offset, int end) {
    frames.separator(state.add(Token.COMPOUND_ASSIGN, offset, end));
  }

  void spread(int offset) {
    if (frames.kind() == Frame.OBJECT) {
      frames.clear(Frame.AT_KEY);
    }
    frames.separator(state.add(Token.SPREAD, offset, offset + 3));
  }

  /** Reads {@code ||}, {@code &&} or {@code ??}. */
  void logical(int offset) {
    int first = frames.logical();
    int separator = frames.separator();
    int token = state.add(Token.LOGICAL, offset, offset + 2);
    tokens.match(token, first < 0 ? separator : first);
    if (first < 0) {
      frames.logical(token);
    }
  }

  /** Reads a question mark that is no part of {@code ?.} or {@code ??}. */
  void question(int offset) {
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

  /**
   * Reads a colon, and returns the offset to read on from: after the colon or after the type that
   * follows.
   */
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

  /** Tells whether a colon ends a label or case, given the token before the colon. */
  private boolean isStatementColon(int last) {
    if (frames.kind() == Frame.ARROW || !Frame.holdsStatements(frames.kind())) {
      return false;
    }
    return frames.has(Frame.AT_CASE)
        || tokens.type(last) == Token.DEFAULT
        || (tokens.type(last) == Token.NAME && state.isStatementStart(last));
  }

  /**
   * Reads an angle bracket that may enclose types.
   *
   * @return the offset to read on from, after the types; -1 if the bracket is an operator
   */
  int angle(int offset) {
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

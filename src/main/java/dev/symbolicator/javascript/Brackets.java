package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;

/** Decides what each brace, parenthesis and bracket is, and which function it belongs to. */
final class Brackets extends ScanPart {
  private final ClassMembers members;
  private final Headers headers;

  /**
   * The function whose parameters have ended. Its body may begin after the token {@link
   * #bodyAfter}.
   */
  private int bodyRow = -1;

  private int bodyAfter = -1;
  private int bodyFlags;

  private boolean isEnumPending;

  Brackets(ScanState state, ClassMembers members, Headers headers) {
    super(state);
    this.members = members;
    this.headers = headers;
  }

  void expectEnum() {
    isEnumPending = true;
  }

  void openBrace(int offset) {
    byte before = tokens.lastType();
    int last = tokens.size() - 1;
    if (last == bodyAfter && bodyRow >= 0) {
      openBody(offset, bodyRow, bodyFlags);
      bodyRow = -1;
    } else if (before == Token.ARROW && frames.kind() == Frame.ARROW) {
      frames.becomeBody(state.add(Token.BLOCK_OPEN, offset, offset + 1));
      rows.body(frames.row(), offset + 1);
    } else if (frames.isAtKey(Frame.CLASS) && members.isStaticBlock()) {
      openBody(offset, members.addStaticBlock(), 0);
    } else if (frames.pendingClass() >= 0 && (Token.endsOperand(before) || before == Token.CLASS)) {
      openClass(offset);
    } else {
      openPlain(offset, before);
    }
  }

  private void openBody(int offset, int row, int functionFlags) {
    int token = state.add(Token.BLOCK_OPEN, offset, offset + 1);
    frames.push(Frame.BODY, token);
    frames.setFunction(functionFlags);
    frames.row(row);
    rows.body(row, offset + 1);
  }

  private void openClass(int offset) {
    int word = frames.pendingClass();
    frames.pendingClass(tokens.match(word));
    boolean declaration = headers.isDeclaredClass(word);
    int row = headers.addClass(word);
    rows.body(row, offset + 1);
    int token = state.add(Token.CLASS_OPEN, offset, offset + 1);
    tokens.match(word, token);
    tokens.match(token, word);
    frames.push(Frame.CLASS, token);
    frames.row(row);
    frames.set(declaration ? Frame.AT_KEY | Frame.DECLARATION : Frame.AT_KEY);
  }

  private void openPlain(int offset, byte before) {
    if (state.isSemicolonInserted()) {
      state.endArrows();
    }
    int token = state.add(Token.OBJECT_OPEN, offset, offset + 1);
    boolean isEnum = isEnumPending;
    isEnumPending = false;
    boolean block =
        !isEnum
            && (state.isStatementStart(token)
                || Token.endsOperand(before)
                || before == Token.CATCH);
    if (block) {
      tokens.retype(token, Token.BLOCK_OPEN);
      frames.push(Frame.BLOCK, token);
    } else {
      frames.push(Frame.OBJECT, token);
      frames.set(isEnum ? Frame.AT_KEY | Frame.DECLARATION : Frame.AT_KEY);
      frames.member(token + 1);
    }
  }

  void openParenthesis(int offset) {
    byte before = tokens.lastType();
    int last = tokens.size() - 1;
    int row = -1;
    if (headers.awaitsParameters()) {
      row = headers.addFunction(offset);
    } else if (frames.isAtKey(Frame.OBJECT) && last >= frames.member()) {
      row = headers.addMethod(offset);
    } else if (frames.isAtKey(Frame.CLASS)
        && !frames.has(Frame.DECORATOR)
        && frames.member() >= 0
        && last >= frames.member()) {
      row = headers.addMethod(offset);
    }
    if (row >= 0) {
      int token = state.add(Token.PARAMETERS_OPEN, offset, offset + 1);
      frames.push(Frame.PARAMETERS, token);
      frames.setFunction(headers.functionFlags());
      frames.row(row);
    } else if (before == Token.CONTROL_WORD
        || before == Token.CATCH
        || (before == Token.UNARY && tokens.type(last - 1) == Token.CONTROL_WORD)) {
      frames.push(Frame.CONTROL, state.add(Token.CONTROL_OPEN, offset, offset + 1));
    } else if (Token.endsOperand(before)
        || before == Token.OPTIONAL_DOT
        || before == Token.IMPORT) {
      frames.push(Frame.CALL, state.add(Token.CALL_OPEN, offset, offset + 1));
    } else {
      if (state.isSemicolonInserted()) {
        state.endArrows();
      }
      frames.push(Frame.GROUP, state.add(Token.GROUP_OPEN, offset, offset + 1));
    }
  }

  void openBracket(int offset) {
    byte before = tokens.lastType();
    if (frames.kind() == Frame.CLASS) {
      members.before(Token.KEY_OPEN);
    }
    boolean key = frames.isAtKey(Frame.CLASS) || frames.isAtKey(Frame.OBJECT);
    if (key) {
      frames.push(Frame.KEY, state.add(Token.KEY_OPEN, offset, offset + 1));
    } else if (Token.endsOperand(before) || before == Token.OPTIONAL_DOT) {
      frames.push(Frame.MEMBER, state.add(Token.MEMBER_OPEN, offset, offset + 1));
    } else {
      frames.push(Frame.ARRAY, state.add(Token.ARRAY_OPEN, offset, offset + 1));
    }
  }

  /**
   * Ends the frames up to the one that a closing bracket fits; returns whether a template
   * continues.
   */
  boolean close(int bracket, int offset) {
    state.endArrows();
    if (frames.open(bracket) <= (bracket == Frame.BRACE ? 1 : 0)) {
      state.doubts++;
      state.add(closer(bracket), offset, offset + 1);
      return false;
    }
    while (Frame.bracket(frames.kind()) != bracket) {
      state.doubts++;
      endFrame(tokens.size() - 1, state.tokenEnd);
    }
    if (frames.kind() == Frame.TEMPLATE) {
      frames.pop();
      return true;
    }
    if (frames.kind() == Frame.CLASS) {
      members.end();
    }
    int token = state.add(closer(bracket), offset, offset + 1);
    tokens.pair(frames.opener(), token);
    endFrame(token, offset + 1);
    return false;
  }

  private byte closer(int bracket) {
    if (bracket == Frame.BRACKET) {
      return Token.BRACKET_CLOSE;
    }
    byte kind = frames.kind();
    if (bracket == Frame.PARENTHESIS) {
      return kind == Frame.CONTROL
          ? Token.CONTROL_CLOSE
          : kind == Frame.PARAMETERS ? Token.PARAMETERS_CLOSE : Token.GROUP_CLOSE;
    }
    boolean value =
        kind == Frame.BODY
            ? rows.kind(frames.row()) == FunctionKind.EXPRESSION
            : kind != Frame.BLOCK && !frames.has(Frame.DECLARATION);
    return value ? Token.VALUE_CLOSE : Token.BLOCK_CLOSE;
  }

  private void endFrame(int token, int offset) {
    byte kind = frames.kind();
    int row = frames.row();
    int comma = frames.member();
    boolean typed = frames.has(Frame.TYPED);
    int flags = functionFlags();
    int opener = frames.opener();
    if (kind == Frame.ARROW) {
      state.endArrow();
      return;
    }
    frames.pop();
    if (row >= 0) {
      rows.end(row, offset, token);
    }
    if (kind == Frame.PARAMETERS) {
      bodyRow = row;
      bodyAfter = token;
      bodyFlags = flags;
    } else if (kind == Frame.GROUP || kind == Frame.CALL) {
      if (kind == Frame.GROUP && comma >= 0) {
        tokens.retype(comma, Token.LAST_COMMA);
        tokens.retype(opener, Token.SEQUENCE_OPEN);
      }
      if (typed || (kind == Frame.GROUP && token == opener + 1)) {
        headers.sawParameters(token);
      }
    } else if (kind == Frame.KEY && typed && frames.isAtKey(Frame.CLASS)) {
      members.forget();
    } else if (kind == Frame.BODY && frames.isAtKey(Frame.CLASS)) {
      members.forget();
    }
    if (tokens.type(token) == Token.BLOCK_CLOSE && Frame.holdsStatements(frames.kind())) {
      frames.separator(token);
    }
  }

  private int functionFlags() {
    return (frames.has(Frame.ASYNC) ? Frame.ASYNC : 0)
        | (frames.has(Frame.GENERATOR) ? Frame.GENERATOR : 0);
  }

  void endText() {
    state.endArrows();
    while (frames.depth() > 0) {
      state.doubts++;
      if (frames.kind() == Frame.CLASS) {
        members.end();
      }
      endFrame(tokens.size() - 1, state.length);
    }
  }
}

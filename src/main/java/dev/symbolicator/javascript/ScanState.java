package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;

final class ScanState {
  /** The text, followed by NUL characters, so that looking ahead needs no bounds check. */
  final char[] text;

  final int length;
  final boolean typescript;
  final boolean jsx;
  final Literals literals;
  final Tokens tokens;
  final Frames frames;
  final FunctionRows rows;
  final Allowance allowance;

  /** Whether a line ends between the last token and the current offset. */
  boolean newline;

  int tokenEnd;

  /** Whether the text has {@code import} or {@code export}, and so no HTML-like comments. */
  boolean module;

  int doubts;
  boolean hasTypes;

  private static final int LOOK_AHEAD = 16;

  ScanState(String source, Dialect dialect, Allowance allowance) {
    this.allowance = allowance;
    length = source.length();
    allowance.take(textBytes());
    text = new char[length + LOOK_AHEAD];
    source.getChars(0, length, text, 0);
    typescript = dialect == Dialect.TYPESCRIPT || dialect == Dialect.TSX;
    jsx = dialect == Dialect.JSX || dialect == Dialect.TSX;
    literals = new Literals(text, length);
    tokens = new Tokens(source, allowance);
    frames = new Frames(allowance);
    rows = new FunctionRows(allowance);
    frames.push(Frame.BLOCK, 0);
  }

  long textBytes() {
    return (long) Character.BYTES * (length + LOOK_AHEAD);
  }

  int add(byte type, int start, int end) {
    tokenEnd = end;
    int token = tokens.add(type, start, newline);
    newline = false;
    return token;
  }

  /**
   * Returns the next offset that is neither white space nor comment, and sets {@link #newline} if a
   * line ends on the way.
   */
  int skipTrivia(int start) {
    int i = start;
    while (i < length) {
      char c = text[i];
      if (c == ' ' || c == '\t') {
        i++;
      } else if (c == '\n' || c == '\r') {
        newline = true;
        i++;
      } else if (c == '/' && text[i + 1] == '/') {
        i = literals.lineEnd(i + 2);
      } else if (c == '/' && text[i + 1] == '*') {
        int end = literals.commentEnd(i);
        newline |= hasLineEnd(i, end);
        i = end;
      } else if (c > ' ' && c < 128 && c != '<' && c != '-') {
        return i;
      } else if (isHtmlComment(i)) {
        i = literals.lineEnd(i + 3);
      } else if (Characters.isSpace(c)) {
        newline |= Characters.isLineEnd(c);
        i++;
      } else {
        return i;
      }
    }
    return length;
  }

  private boolean hasLineEnd(int start, int end) {
    for (int i = start; i < end; i++) {
      if (Characters.isLineEnd(text[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * An HTML-like comment (ECMA-262, annex B.1.1): {@code <!--}, or {@code -->} before any token of
   * its line.
   */
  private boolean isHtmlComment(int i) {
    if (module || typescript || jsx) {
      return false;
    }
    return text[i] == '<'
        ? text[i + 1] == '!' && text[i + 2] == '-' && text[i + 3] == '-'
        : text[i] == '-'
            && text[i + 1] == '-'
            && text[i + 2] == '>'
            && (newline || tokens.size() == 1);
  }

  /** Like {@link #skipTrivia}, but leaves {@link #newline} unchanged. */
  int triviaEnd(int start) {
    boolean before = newline;
    int i = skipTrivia(start);
    newline = before;
    return i;
  }

  /** Returns the next character that is neither white space nor comment; NUL at the end. */
  char peek(int offset) {
    return text[triviaEnd(offset)];
  }

  boolean is(int start, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  boolean isStatementStart(int token) {
    byte before = tokens.type(token - 1);
    return Token.isBeforeStatement(before)
        || (tokens.newlineBefore(token)
            && (Token.endsOperand(before) || before == Token.RETURN || before == Token.JUMP));
  }

  boolean isSemicolonInserted() {
    if (!newline) {
      return false;
    }
    byte before = tokens.lastType();
    return Token.endsOperand(before) || before == Token.BLOCK_CLOSE;
  }

  void endArrows() {
    while (frames.kind() == Frame.ARROW) {
      endArrow();
    }
  }

  void endArrow() {
    int body = frames.opener() + 1;
    int row = frames.row();
    if (body < tokens.size()) {
      rows.body(row, tokens.start(body));
    }
    rows.end(row, tokenEnd, tokens.size() - 1);
    frames.pop();
  }

  abstract static class ScanPart {
    final ScanState state;
    final char[] text;
    final Tokens tokens;
    final Frames frames;
    final FunctionRows rows;

    ScanPart(ScanState state) {
      this.state = state;
      text = state.text;
      tokens = state.tokens;
      frames = state.frames;
      rows = state.rows;
    }
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;

/** What the parts of the scanner share while they read one text. */
final class ScanState {
  /** The text, followed by NUL characters, so that a look ahead needs no check. */
  final char[] text;

  final int length;
  final boolean typescript;
  final boolean jsx;
  final Literals literals;
  final Tokens tokens;
  final Frames frames;
  final FunctionRows rows;
  final Allowance allowance;

  /** Whether a line ends between the last token and the offset at hand. */
  boolean newline;

  /** Behind the last token. */
  int tokenEnd;

  /** Whether {@code import} or {@code export} were seen: such a text has no HTML comments. */
  boolean module;

  int doubts;

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

  /** What the characters take. */
  long textBytes() {
    return (long) Character.BYTES * (length + LOOK_AHEAD);
  }

  /** Appends a token and returns its index. */
  int add(byte type, int start, int end) {
    tokenEnd = end;
    int token = tokens.add(type, start, newline);
    newline = false;
    return token;
  }

  /**
   * The first offset that is no white space or comment. Sets {@link #newline} where a line ends on
   * the way, and leaves it otherwise.
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

  /** Annex B.1.1: {@code <!--}, and {@code -->} where nothing stands before it in its line. */
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

  /** The next character that is no white space or comment, from an offset on; NUL at the end. */
  char peek(int offset) {
    boolean before = newline;
    int i = skipTrivia(offset);
    newline = before;
    return text[i];
  }

  /** Whether {@code =>} follows an offset. */
  boolean isArrowNext(int offset) {
    boolean before = newline;
    int i = skipTrivia(offset);
    newline = before;
    return text[i] == '=' && text[i + 1] == '>';
  }

  /** Whether a statement would begin with the token. */
  boolean isStatementStart(int token) {
    byte before = tokens.type(token - 1);
    return Token.isBeforeStatement(before)
        || (tokens.newlineBefore(token)
            && (Token.endsOperand(before) || before == Token.RETURN || before == Token.JUMP));
  }

  /**
   * Whether a line end is also the end of a statement or field, given that what follows begins an
   * operand.
   */
  boolean isSemicolonInserted() {
    if (!newline) {
      return false;
    }
    byte before = tokens.lastType();
    return Token.endsOperand(before) || before == Token.BLOCK_CLOSE;
  }

  /** Ends the functions whose body is an expression that ends before the offset at hand. */
  void endArrows() {
    while (frames.kind() == Frame.ARROW) {
      endArrow();
    }
  }

  /** Ends the innermost frame, an arrow function whose body is an expression. */
  void endArrow() {
    int body = frames.opener() + 1;
    int row = frames.row();
    if (body < tokens.size()) {
      rows.body(row, tokens.start(body));
    }
    rows.end(row, tokenEnd, tokens.size() - 1);
    frames.pop();
  }
}

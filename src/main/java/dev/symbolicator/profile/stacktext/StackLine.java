package dev.symbolicator.profile.stacktext;

import org.jspecify.annotations.Nullable;

/**
 * A line of a stack that has a position.
 *
 * @param form the spelling of the line
 * @param nameStart the offset of the function's name in the {@link StackText}
 * @param nameEnd the offset behind the name; equal to {@code nameStart} if there is none
 * @param urlStart the offset of the script's URL
 * @param urlEnd the offset behind the URL
 * @param end the offset behind the column
 * @param line 0-based
 * @param column 0-based, in UTF-16 code units
 */
record StackLine(
    Form form,
    int nameStart,
    int nameEnd,
    int urlStart,
    int urlEnd,
    int end,
    int line,
    int column) {
  private static final String AT = "at ";
  private static final String ASYNC = "async ";
  private static final String EVAL_AT = "eval at ";

  /** The spellings of a line with a position. */
  enum Form {
    /** Chromium: {@code at name (url:line:column)}. */
    CALL,
    /** Chromium, in code of {@code eval}: {@code eval at name (url:line:column), <anonymous>}. */
    EVAL,
    /** Chromium, for an anonymous function: {@code at url:line:column}. */
    BARE,
    /** Firefox and Safari: {@code name@url:line:column}. */
    AT_SIGN,
    /** Safari, for an anonymous function: {@code url:line:column}. */
    URL
  }

  /**
   * Reads a line.
   *
   * @param from the offset of the line's first byte
   * @param to the offset behind the line's last byte
   * @return null if the line has no position in a script
   */
  static @Nullable StackLine read(StackText text, int from, int to) {
    return new Reader(text, from, to).read();
  }

  private static final class Reader {
    private final StackText text;
    private final byte[] bytes;
    private final int from;
    private final int to;

    /** The offset of the last slash, which each URL and each path has. */
    private final int lastSlash;

    Reader(StackText text, int from, int to) {
      this.text = text;
      bytes = text.bytes();
      int begin = from;
      int end = to;
      while (begin < end && isSpace(bytes[begin])) {
        begin++;
      }
      while (end > begin && isSpace(bytes[end - 1])) {
        end--;
      }
      this.from = begin;
      this.to = end;
      lastSlash = lastSlash();
    }

    private int lastSlash() {
      int at = to - 1;
      while (at >= from && bytes[at] != '/' && bytes[at] != '\\') {
        at--;
      }
      return at;
    }

    @Nullable StackLine read() {
      if (lastSlash < from) {
        return null;
      }
      if (!text.has(AT, from, to)) {
        return atSign();
      }
      int start = from + AT.length();
      if (bytes[to - 1] == ')') {
        return call(start);
      }
      int url = text.has(ASYNC, start, to) ? start + ASYNC.length() : start;
      return isUrl(url) ? place(Form.BARE, url, url, url, to) : null;
    }

    private @Nullable StackLine call(int start) {
      for (int at = start; at < to - 2; at++) {
        if (bytes[at] == ' ' && bytes[at + 1] == '(') {
          if (text.has(EVAL_AT, at + 2, to)) {
            return eval(at + 2);
          }
          if (isUrl(at + 2)) {
            return place(Form.CALL, start, at, at + 2, to - 1);
          }
        }
      }
      return null;
    }

    /** Reads the call of the outermost {@code eval}, which is the only one in a script. */
    private @Nullable StackLine eval(int first) {
      int start = first;
      for (int at = first; at < to; at++) {
        start = text.has(EVAL_AT, at, to) ? at + EVAL_AT.length() : start;
      }
      for (int at = start; at < to - 1; at++) {
        if (bytes[at] == ' ' && bytes[at + 1] == '(' && isUrl(at + 2)) {
          int end = at + 2;
          while (end < to - 1 && (bytes[end] != ')' || bytes[end + 1] != ',')) {
            end++;
          }
          return place(Form.EVAL, start, at, at + 2, end);
        }
      }
      return null;
    }

    private @Nullable StackLine atSign() {
      for (int at = from; at < to; at++) {
        if (bytes[at] == '@' && isUrl(at + 1)) {
          return place(Form.AT_SIGN, from, at, at + 1, to);
        }
      }
      boolean hasSpace = false;
      for (int at = from; at < to; at++) {
        hasSpace |= bytes[at] == ' ';
      }
      return !hasSpace && isUrl(from) ? place(Form.URL, from, from, from, to) : null;
    }

    /** Tells whether a URL or an absolute path begins at an offset. Node's own code is none. */
    private boolean isUrl(int start) {
      if (start > lastSlash || text.has("node:", start, to)) {
        return false;
      }
      if (bytes[start] == '/' || bytes[start] == '\\') {
        return true;
      }
      int at = start;
      while (at < to && isScheme(bytes[at])) {
        at++;
      }
      return at > start && at < to && bytes[at] == ':' && Character.isLetter(bytes[start]);
    }

    private @Nullable StackLine place(Form form, int nameStart, int nameEnd, int url, int end) {
      int column = numberBefore(url, end);
      int line = column < 0 ? -1 : numberBefore(url, column - 1);
      if (line < 0 || line - 1 <= url || isWithinEval(url, line - 1)) {
        return null;
      }
      int lineNumber = number(line, column - 1);
      int columnNumber = number(column, end);
      return lineNumber < 1 || columnNumber < 1
          ? null
          : new StackLine(
              form, nameStart, nameEnd, url, line - 1, end, lineNumber - 1, columnNumber - 1);
    }

    /** Returns the offset of the digits before an offset, with a colon before; -1 for none. */
    private int numberBefore(int url, int end) {
      int at = end;
      while (at > url && bytes[at - 1] >= '0' && bytes[at - 1] <= '9') {
        at--;
      }
      return at < end && at > url && bytes[at - 1] == ':' ? at : -1;
    }

    /** Returns the number in a range of digits; -1 if it is no line or column of any script. */
    private int number(int start, int end) {
      if (end - start > 9) {
        return -1;
      }
      int number = 0;
      for (int at = start; at < end; at++) {
        number = 10 * number + bytes[at] - '0';
      }
      return number;
    }

    /** Tells whether Firefox says that the position counts from the beginning of other code. */
    private boolean isWithinEval(int url, int end) {
      for (int at = url; at < end; at++) {
        if (text.has(" > ", at, end)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isScheme(byte b) {
      return Character.isLetterOrDigit(b) || b == '+' || b == '-' || b == '.';
    }

    private static boolean isSpace(byte b) {
      return b == ' ' || b == '\t' || b == '\r';
    }
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;
import org.jspecify.annotations.Nullable;

/**
 * Tells where single-line comments begin: text that looks like one may stand in a literal or
 * comment.
 */
public final class LineComments {
  private final Tokens tokens;
  private final Literals literals;
  private final char[] text;

  private LineComments(ScanState state) {
    tokens = state.tokens;
    literals = state.literals;
    text = state.text;
  }

  /** Scans a script; null if it was not understood. */
  public static @Nullable LineComments of(String text, Allowance allowance) {
    ScanState state = new ScanState(text, Dialect.JAVASCRIPT, allowance);
    new Scanner(state).scan();
    state.frames.close();
    return state.doubts > 0 ? null : new LineComments(state);
  }

  /** Tells whether a single-line comment begins at an offset, in UTF-16 units. */
  public boolean beginsAt(int offset) {
    int i = end(tokens.firstFrom(offset + 1) - 1);
    while (i < offset) {
      if (is("//", i) || is("<!--", i) || is("-->", i)) {
        i = literals.lineEnd(i);
      } else if (is("/*", i)) {
        i = blockEnd(i + 2, offset);
      } else {
        i++;
      }
    }
    return i == offset && is("//", i);
  }

  private int end(int token) {
    int start = tokens.start(token);
    return switch (tokens.type(token)) {
      case Token.STRING -> literals.stringEnd(start);
      case Token.REGEX -> literals.regexEnd(start);
      case Token.TEMPLATE, Token.TEMPLATE_HEAD, Token.TEMPLATE_MIDDLE, Token.TEMPLATE_TAIL ->
          literals.templateEnd(start + 1);
      default -> token == 0 ? 0 : start + 1;
    };
  }

  private int blockEnd(int from, int atMost) {
    int i = from;
    while (i < atMost && !is("*/", i)) {
      i++;
    }
    return i + 2;
  }

  private boolean is(String mark, int at) {
    for (int i = 0; i < mark.length(); i++) {
      if (text[at + i] != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

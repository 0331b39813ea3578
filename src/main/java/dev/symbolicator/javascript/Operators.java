package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.Tokens.Token;

/**
 * Reads operators, and what begins with the same characters: regular expressions, tags and types.
 */
final class Operators {
  private final ScanState state;
  private final char[] text;
  private final Tokens tokens;
  private final Frames frames;
  private final ClassMembers members;
  private final Headers headers;
  private final Punctuation punctuation;
  private final Jsx jsx;

  Operators(
      ScanState state, ClassMembers members, Headers headers, Punctuation punctuation, Jsx jsx) {
    this.state = state;
    this.text = state.text;
    this.tokens = state.tokens;
    this.frames = state.frames;
    this.members = members;
    this.headers = headers;
    this.punctuation = punctuation;
    this.jsx = jsx;
  }

  /** Reads what begins with a character, and returns the offset to read on from. */
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

  /** Reads a binary operator, given its size without an equals sign that may follow. */
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
    int end = state.literals.regexEnd(i);
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
}

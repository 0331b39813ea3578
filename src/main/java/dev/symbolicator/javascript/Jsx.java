package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;

/** Reads JSX: tags and the text between them. */
final class Jsx extends ScanPart {
  private final Types types;

  Jsx(ScanState state, Types types) {
    super(state);
    this.types = types;
  }

  boolean isTag(int offset) {
    int i = state.triviaEnd(offset + 1);
    if (text[i] == '>') {
      return true;
    }
    if (!Characters.isNameStart(text[i])) {
      return false;
    }
    if (!state.typescript) {
      return true;
    }
    int end = state.literals.nameEnd(i);
    int next = state.triviaEnd(end);
    if (text[next] == ',' || text[next] == '=') {
      return false;
    }
    boolean constant = isWord(i, end, "const");
    int nextEnd = state.literals.nameEnd(next);
    if (!constant && !isWord(next, nextEnd, "extends")) {
      return true;
    }
    char behind = text[state.triviaEnd(nextEnd)];
    return behind == '=' || (behind == '>' && !constant) || behind == '/';
  }

  private boolean isWord(int start, int end, String word) {
    return end - start == word.length() && word.contentEquals(new String(text, start, end - start));
  }

  int open(int offset) {
    int token = state.add(Token.JSX_START, offset, offset + 1);
    frames.push(Frame.JSX_TAG, token);
    return offset + 1;
  }

  int inTag(int offset) {
    char c = text[offset];
    switch (c) {
      case '>' -> {
        return closeTag(offset);
      }
      case '{' -> {
        openExpression(offset);
        return offset + 1;
      }
      case '"', '\'' -> {
        int end = state.literals.attributeEnd(offset);
        state.add(Token.STRING, offset, end);
        return end;
      }
      case '=' -> {
        state.add(Token.ASSIGN, offset, offset + 1);
        return offset + 1;
      }
      case '<' -> {
        if (tokens.lastType() == Token.ASSIGN) {
          return open(offset);
        }
        return state.typescript ? types.bracketsEnd(offset) : offset + 1;
      }
      default -> {
        if (!Characters.isNameStart(c)) {
          return offset + 1;
        }
        int end = attributeNameEnd(offset);
        state.add(Token.NAME, offset, end);
        return end;
      }
    }
  }

  private int attributeNameEnd(int start) {
    int i = start + 1;
    while (i < state.length
        && (Characters.isNamePart(text[i]) || text[i] == '-' || text[i] == ':' || text[i] == '.')) {
      i++;
    }
    return i;
  }

  private void openExpression(int offset) {
    frames.push(Frame.JSX_EXPRESSION, state.add(Token.JSX_OPEN, offset, offset + 1));
  }

  private int closeTag(int offset) {
    int opener = frames.opener();
    frames.pop();
    if (text[offset - 1] == '/') {
      endElement(offset);
    } else {
      frames.push(Frame.JSX_CHILDREN, opener);
    }
    return offset + 1;
  }

  private void endElement(int offset) {
    state.add(Token.JSX_END, offset, offset + 1);
  }

  int inChildren(int offset) {
    int i = offset;
    while (i < state.length && text[i] != '{' && text[i] != '<') {
      i++;
    }
    if (i >= state.length) {
      return state.length;
    }
    if (text[i] == '{') {
      openExpression(i);
      return i + 1;
    }
    int next = state.triviaEnd(i + 1);
    if (text[next] != '/') {
      return open(i);
    }
    while (next < state.length && text[next] != '>') {
      next++;
    }
    frames.pop();
    int end = Math.min(next + 1, state.length);
    endElement(end - 1);
    return end;
  }
}

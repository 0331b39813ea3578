package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Ints;

/** Reads words, modifiers and keys before parameters and bodies, and adds the rows of functions. */
final class Headers extends ScanPart {
  /** An upper bound of the words before a member's key; only broken texts have more. */
  static final int MOST_MODIFIERS = 8;

  private int functionWord = -1;

  /** The first decorators of classes that are still to come, outermost first, and their depths. */
  private final Ints decorators;

  private final Ints decoratorDepths;
  private int parametersClose = -1;

  private int flags;

  Headers(ScanState state) {
    super(state);
    decorators = new Ints(state.allowance);
    decoratorDepths = new Ints(state.allowance);
  }

  void sawFunction(int token) {
    functionWord = token;
  }

  void sawParameters(int close) {
    parametersClose = close;
  }

  boolean isParametersClose(int token) {
    return token == parametersClose;
  }

  void sawDecorator(int token) {
    if (decorator() < 0) {
      decorators.add(token);
      decoratorDepths.add(frames.depth());
    }
  }

  /** Returns the first decorator at this depth; -1 if there is none. */
  private int decorator() {
    while (decorators.size() > 0 && decoratorDepths.last() > frames.depth()) {
      dropDecorator();
    }
    boolean isHere = decorators.size() > 0 && decoratorDepths.last() == frames.depth();
    return isHere ? decorators.last() : -1;
  }

  private void dropDecorator() {
    decorators.removeLast();
    decoratorDepths.removeLast();
  }

  void sawClass(int token) {
    tokens.match(token, frames.pendingClass());
    frames.pendingClass(token);
  }

  boolean awaitsParameters() {
    int last = tokens.size() - 1;
    if (functionWord < 0 || last - functionWord > 2) {
      return false;
    }
    for (int token = functionWord + 1; token <= last; token++) {
      byte type = tokens.type(token);
      if (type != Token.STAR && !isName(type)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isName(byte type) {
    return type == Token.NAME || type == Token.UNARY || type == Token.RETURN;
  }

  int functionFlags() {
    return flags;
  }

  int addFunction(int offset) {
    int word = functionWord;
    functionWord = -1;
    int last = tokens.size() - 1;
    int first = isAsync(word - 1, word) ? word - 1 : word;
    boolean declaration = state.isStatementStart(first) || isExported(first);
    flags = first < word ? Frame.ASYNC : 0;
    if (tokens.type(word + 1) == Token.STAR && word + 1 <= last) {
      flags |= Frame.GENERATOR;
    }
    int key = last > word && tokens.type(last) != Token.STAR ? last : -1;
    FunctionKind kind = declaration ? FunctionKind.DECLARATION : FunctionKind.EXPRESSION;
    return rows.add(kind, offset, first, key);
  }

  private boolean isExported(int first) {
    byte before = tokens.type(first - 1);
    return before == Token.EXPORT
        || (before == Token.DEFAULT && tokens.type(first - 2) == Token.EXPORT);
  }

  private boolean isAsync(int token, int next) {
    return tokens.is(token, "async")
        && !tokens.newlineBefore(next)
        && !tokens.isProperty(token)
        && tokens.type(token - 1) != Token.FUNCTION;
  }

  int addMethod(int offset) {
    int key = tokens.size() - 1;
    int keyStart = tokens.firstOfKey(key);
    int first = Math.max(frames.member(), keyStart - MOST_MODIFIERS);
    flags = 0;
    for (int token = first; token < keyStart; token++) {
      if (tokens.type(token) == Token.STAR) {
        flags |= Frame.GENERATOR;
      } else if (tokens.is(token, "async")) {
        flags |= Frame.ASYNC;
      }
    }
    int row = rows.add(FunctionKind.METHOD, offset, first, key);
    rows.owner(row, frames.kind() == Frame.CLASS ? frames.row() : ~frames.opener());
    if (frames.kind() == Frame.CLASS) {
      frames.member(-1);
    }
    return row;
  }

  void addArrow(int offset) {
    if (frames.isAtKey(Frame.CLASS) || frames.isAtKey(Frame.OBJECT)) {
      state.doubts++;
    }
    int last = tokens.size() - 1;
    int start = last;
    byte type = tokens.type(last);
    if (type == Token.GROUP_CLOSE && tokens.match(last) >= 0) {
      start = tokens.match(last);
      tokens.retype(start, Token.PARAMETERS_OPEN);
      tokens.retype(last, Token.PARAMETERS_CLOSE);
    } else if (!isName(type)) {
      state.doubts++;
      frames.separator(state.add(Token.ARROW, offset, offset + 2));
      return;
    }
    int first = tokens.type(start - 1) == Token.GENERIC ? start - 1 : start;
    int position = tokens.start(start);
    boolean async = isAsync(first - 1, first);
    if (async) {
      first--;
      position = tokens.start(first);
    }
    int row = rows.add(FunctionKind.ARROW, position, first, -1);
    int token = state.add(Token.ARROW, offset, offset + 2);
    frames.pushArrow(token, row, async ? Frame.ASYNC : 0);
  }

  /** Tells whether a class is a declaration and not an expression. */
  boolean isDeclaredClass(int word) {
    int first = firstOfClass(word);
    return state.isStatementStart(first) || isExported(first) || isExported(word);
  }

  private int firstOfClass(int word) {
    int decorator = decorator();
    return decorator >= 0 && decorator < word ? decorator : word;
  }

  int addClass(int word) {
    byte next = tokens.type(word + 1);
    int key = isName(next) && word + 1 < tokens.size() ? word + 1 : -1;
    int row = rows.add(FunctionKind.CLASS, tokens.start(word), firstOfClass(word), key);
    if (decorator() >= 0) {
      dropDecorator();
    }
    return row;
  }
}

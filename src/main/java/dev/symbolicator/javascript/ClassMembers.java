package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;

/** Tracks where a member of the current class begins, its key, and where a field ends. */
final class ClassMembers extends ScanPart {

  ClassMembers(ScanState state) {
    super(state);
  }

  /** Must be called before a token is added that may begin a member or belong to its key. */
  void before(byte type) {
    if (!frames.has(Frame.AT_KEY)) {
      if (state.isSemicolonInserted() && endsField(type)) {
        end();
        before(type);
      }
      return;
    }
    int token = tokens.size();
    if (frames.has(Frame.DECORATOR)) {
      byte previous = tokens.lastType();
      if (previous == Token.AT || previous == Token.DOT) {
        return;
      }
      frames.clear(Frame.DECORATOR);
    }
    if (frames.member() >= 0 && state.newline && isKeyComplete(type)) {
      end();
    }
    if (type == Token.AT) {
      frames.set(Frame.DECORATOR);
    } else if (frames.member() < 0) {
      frames.member(token);
    }
  }

  /** A star or bracket continues the initialiser, except after an arrow function with a block. */
  private boolean endsField(byte type) {
    return (type != Token.STAR && type != Token.KEY_OPEN) || tokens.lastType() == Token.BLOCK_CLOSE;
  }

  private boolean isKeyComplete(byte next) {
    int last = tokens.size() - 1;
    byte type = tokens.type(last);
    if (type == Token.STAR || type == Token.AT) {
      return false;
    }
    if (type != Token.NAME || frames.has(Frame.TYPED)) {
      return true;
    }
    boolean mayGoOn =
        tokens.is(last, "static")
            || (next != Token.STAR && (tokens.is(last, "get") || tokens.is(last, "set")));
    return !mayGoOn;
  }

  void end() {
    int field = frames.field();
    int last = tokens.size() - 1;
    if (field >= 0) {
      int value = rows.last(field) + 1;
      if (value <= last) {
        rows.body(field, tokens.start(value));
      }
      rows.end(field, state.tokenEnd, last);
    } else if (frames.member() >= 0 && !frames.has(Frame.DECORATOR)) {
      int row = addField(last);
      if (row >= 0) {
        rows.end(row, state.tokenEnd, last);
      }
    }
    forget();
  }

  void forget() {
    frames.field(-1);
    frames.member(-1);
    frames.set(Frame.AT_KEY);
    frames.clear(Frame.TYPED | Frame.DECORATOR);
  }

  void assign(int token) {
    tokens.match(token, tokens.match(frames.opener()));
    frames.clear(Frame.AT_KEY);
    frames.separator(token);
    if (frames.member() >= 0) {
      int row = addField(token - 1);
      frames.field(row);
      if (row >= 0) {
        rows.end(row, state.tokenEnd, token);
      }
    }
  }

  /** Adds the row of a field; -1 if TypeScript only declares it, or it has too many modifiers. */
  private int addField(int key) {
    int first = tokens.firstOfKey(key);
    int start = first;
    if (first - frames.member() > Headers.MOST_MODIFIERS) {
      return -1;
    }
    FunctionKind kind = FunctionKind.INSTANCE_FIELDS;
    for (int token = frames.member(); token < first; token++) {
      if (tokens.is(token, "static")) {
        kind = FunctionKind.STATIC_FIELDS;
        start = token;
      } else if (tokens.is(token, "declare") || tokens.is(token, "abstract")) {
        return -1;
      }
    }
    int row = rows.add(kind, tokens.start(start), frames.member(), key);
    rows.owner(row, frames.row());
    return row;
  }

  boolean isStaticBlock() {
    int last = tokens.size() - 1;
    return last == frames.member() && tokens.is(last, "static");
  }

  int addStaticBlock() {
    int word = frames.member();
    int row = rows.add(FunctionKind.STATIC_FIELDS, tokens.start(word), word, -1);
    rows.owner(row, frames.row());
    return row;
  }
}

package dev.symbolicator.javascript.oracle;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;

/** A function as V8 reports it, with the offset of its position. */
public record V8Function(int start, String name) {

  /**
   * Tells whether this is an initialiser of fields. Node.js 20 reports these by fixed names, at a
   * position that another function may have too.
   */
  public boolean isInitializer() {
    return name.equals("<instance_members_initializer>") || name.equals("<static_initializer>");
  }

  /** Returns the outline's row of a function that is no initialiser, or -1. */
  int row(Outline outline) {
    int first = outline.startingAt(start);
    for (int i = first; i >= 0 && i < outline.size() && outline.start(i) == start; i++) {
      FunctionKind kind = outline.kind(i);
      if (kind != FunctionKind.INSTANCE_FIELDS && kind != FunctionKind.STATIC_FIELDS) {
        return i;
      }
    }
    return -1;
  }

  /** Returns a row of the outline that may stand for an initialiser, or -1. */
  int anyRow(Outline outline) {
    return outline.startingAt(start);
  }
}

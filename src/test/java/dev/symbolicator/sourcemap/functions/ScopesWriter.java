package dev.symbolicator.sourcemap.functions;

import java.util.Random;

/** Writes original scopes as the proposal describes them, with items that a reader must skip. */
final class ScopesWriter {

  private final VlqWriter text = new VlqWriter();
  private final Random random;
  private boolean isEmpty = true;
  private int line;
  private int column;
  private int name;
  private int kind;

  ScopesWriter(Random random) {
    this.random = random;
  }

  /** Writes an empty item, for a source without a tree. */
  ScopesWriter emptyItem() {
    item();
    text.unsigned(0);
    return this;
  }

  /** Begins positions anew, for the next source in the string of a whole map. */
  ScopesWriter beginSource() {
    line = 0;
    column = 0;
    return this;
  }

  ScopesWriter tree(ScopeTree scope) {
    item();
    boolean hasKind = random.nextBoolean();
    int flags = (scope.name() >= 0 ? 1 : 0) | (hasKind ? 2 : 0) | (scope.isFunction() ? 4 : 0);
    text.unsigned(1).unsigned(flags);
    position(scope.start());
    if (scope.name() >= 0) {
      text.signed(scope.name() - name);
      name = scope.name();
    }
    if (hasKind) {
      int next = random.nextInt(5);
      text.signed(next - kind);
      kind = next;
    }
    if (random.nextInt(3) == 0) {
      item();
      text.unsigned(3).signed(random.nextInt(5)).signed(-1);
    }
    scope.children().forEach(this::tree);
    item();
    text.unsigned(2);
    position(scope.end());
    return this;
  }

  private void item() {
    if (!isEmpty) {
      text.comma();
    }
    isEmpty = false;
  }

  private void position(int position) {
    int nextLine = ScopeTree.line(position);
    int nextColumn = ScopeTree.column(position);
    text.unsigned(nextLine - line);
    text.unsigned(nextLine == line ? nextColumn - column : nextColumn);
    line = nextLine;
    column = nextColumn;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

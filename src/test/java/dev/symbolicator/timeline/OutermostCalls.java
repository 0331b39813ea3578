package dev.symbolicator.timeline;

import java.util.Arrays;

/** Finds the nodes whose function has not called itself, directly or through others. */
final class OutermostCalls {
  private static final int NONE = -1;

  private final CallTree tree;
  private final int[] firstChild;
  private final int[] nextSibling;
  private final int[] running;
  private final int[] found;
  private int size;

  /**
   * Finds the nodes.
   *
   * @param functions the number of functions, pseudo functions included
   */
  OutermostCalls(CallTree tree, int functions) {
    this.tree = tree;
    firstChild = new int[tree.size()];
    nextSibling = new int[tree.size()];
    running = new int[functions];
    found = new int[tree.size()];
    Arrays.fill(firstChild, NONE);
    int root = NONE;
    for (int node = tree.size() - 1; node >= 0; node--) {
      int parent = tree.parent(node);
      if (parent == CallTree.NO_PARENT) {
        nextSibling[node] = root;
        root = node;
      } else {
        nextSibling[node] = firstChild[parent];
        firstChild[parent] = node;
      }
    }
    walk(root);
  }

  private void walk(int root) {
    int node = root;
    while (node != NONE) {
      enter(node);
      if (firstChild[node] != NONE) {
        node = firstChild[node];
        continue;
      }
      while (node != NONE) {
        running[FunctionTimes.row(tree.function(node))]--;
        if (nextSibling[node] != NONE) {
          node = nextSibling[node];
          break;
        }
        node = tree.parent(node);
      }
    }
  }

  private void enter(int node) {
    int row = FunctionTimes.row(tree.function(node));
    if (running[row]++ == 0) {
      found[size++] = node;
    }
  }

  /** Returns the nodes, callers first. */
  int[] nodes() {
    return Arrays.copyOf(found, size);
  }
}

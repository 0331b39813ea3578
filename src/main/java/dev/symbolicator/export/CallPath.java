package dev.symbolicator.export;

import dev.symbolicator.timeline.CallTree;

/** The nodes of a call. */
final class CallPath {
  private CallPath() {}

  /** Returns the nodes from the outermost caller to a node. */
  static int[] of(CallTree tree, int node) {
    int[] path = new int[tree.depth(node)];
    int at = node;
    for (int i = path.length - 1; i >= 0; i--) {
      path[i] = at;
      at = tree.parent(at);
    }
    return path;
  }
}

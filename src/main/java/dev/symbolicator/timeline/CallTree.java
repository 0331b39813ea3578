package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/**
 * A tree of calls. A node is a function with all its callers: the node of its caller is its parent.
 * A parent comes before its children.
 */
public final class CallTree {
  /** Stands for the parent of a node without a caller. */
  public static final int NO_PARENT = -1;

  private final Ints parents;
  private final Ints functions;
  private final Ints depths;

  /** Makes an empty tree. */
  public CallTree(Allowance memory) {
    parents = new Ints(memory);
    functions = new Ints(memory);
    depths = new Ints(memory);
  }

  /**
   * Adds a node.
   *
   * @param function a function's number; negative for a {@link PseudoFunction}
   * @param parent a node, or {@link #NO_PARENT}
   * @return the node
   * @throws Allowance.Exceeded if too little memory is left
   */
  public int add(int function, int parent) {
    depths.add(parent == NO_PARENT ? 1 : depths.get(parent) + 1);
    parents.add(parent);
    functions.add(function);
    return parents.size() - 1;
  }

  /** Returns the number of nodes. */
  public int size() {
    return parents.size();
  }

  /** Returns the parent of a node, or {@link #NO_PARENT}. */
  public int parent(int node) {
    return parents.get(node);
  }

  /** Returns the number of a node's function; negative for a {@link PseudoFunction}. */
  public int function(int node) {
    return functions.get(node);
  }

  /** Returns the number of functions from a node to its outermost caller, both included. */
  public int depth(int node) {
    return depths.get(node);
  }
}

package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/** A tree of calls: a node is a function, its parent the caller's node, which comes first. */
public final class CallTree {
  public static final int NO_PARENT = -1;

  private final Ints parents;
  private final Ints functions;
  private final Ints depths;

  public CallTree(Allowance memory) {
    parents = new Ints(memory);
    functions = new Ints(memory);
    depths = new Ints(memory);
  }

  /**
   * Adds a node, whose parent may be {@link #NO_PARENT}; the function is negative for a {@link
   * PseudoFunction}.
   */
  public int add(int function, int parent) {
    depths.add(parent == NO_PARENT ? 1 : depths.get(parent) + 1);
    parents.add(parent);
    functions.add(function);
    return parents.size() - 1;
  }

  public int size() {
    return parents.size();
  }

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

package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import org.jspecify.annotations.Nullable;

/**
 * Stacks as a profile lists them: an innermost function, and the stack around, which may come
 * behind. Makes a {@link CallTree} of those that are used.
 */
public final class StackTable {
  private static final int NONE = -1;

  private final Allowance memory;
  private final Ints functions;
  private final Ints parents;
  private final PseudoFunction[] pseudoFunctions = PseudoFunction.values();
  private final @Nullable Ints[] pseudoNodes = new Ints[pseudoFunctions.length];
  private @Nullable CallTree tree;
  private @Nullable Ints nodes;

  public StackTable(Allowance memory) {
    this.memory = memory;
    functions = new Ints(memory);
    parents = new Ints(memory);
  }

  /** Adds a stack; that around may not be added yet, and is negative for none. */
  public void add(int function, int parent) {
    functions.add(function);
    parents.add(parent);
  }

  public int size() {
    return parents.size();
  }

  public int function(int stack) {
    return functions.get(stack);
  }

  public int parent(int stack) {
    return parents.get(stack);
  }

  /**
   * Returns a stack that is around itself; negative for none. All parents must be below {@link
   * #size}.
   */
  public int firstCycle() {
    try (Allowance part = memory.part()) {
      Ints visits = Ints.filled(size(), 0, part);
      for (int stack = 0; stack < size(); stack++) {
        int visit = stack + 1;
        int at = stack;
        while (at >= 0 && visits.get(at) == 0) {
          visits.set(at, visit);
          at = parent(at);
        }
        if (at >= 0 && visits.get(at) == visit) {
          return at;
        }
      }
      return NONE;
    }
  }

  /** Returns a column with 1 for each used stack and each stack around one. */
  public Ints reached(Ints used) {
    Ints reached = Ints.filled(size(), 0, memory);
    for (int i = 0; i < used.size(); i++) {
      int at = used.get(i);
      while (at >= 0 && reached.get(at) == 0) {
        reached.set(at, 1);
        at = parent(at);
      }
    }
    return reached;
  }

  /**
   * Makes the tree of the used stacks, in their order, except that parents come first; negative
   * numbers are ignored.
   */
  public CallTree tree(Ints used) {
    Ints reached = reached(used);
    CallTree made = new CallTree(memory);
    Ints path = new Ints(memory);
    Ints placed = Ints.filled(size(), 0, memory);
    for (int stack = 0; stack < size(); stack++) {
      if (reached.get(stack) == 0) {
        continue;
      }
      for (int at = stack; at >= 0 && placed.get(at) == 0; at = parent(at)) {
        path.add(at);
      }
      while (path.size() > 0) {
        int next = path.removeLast();
        int parent = parent(next);
        int parentNode = parent < 0 ? CallTree.NO_PARENT : placed.get(parent) - 1;
        placed.set(next, made.add(function(next), parentNode) + 1);
      }
    }
    path.release();
    tree = made;
    nodes = placed;
    return made;
  }

  /**
   * Returns a sample's node: of its stack, negative for none, or of work within; else {@link
   * Timeline#IDLE}.
   */
  public int node(int stack, @Nullable PseudoFunction pseudo) {
    Ints known = nodes;
    CallTree made = tree;
    if (known == null || made == null) {
      throw new IllegalStateException("There is no tree yet.");
    }
    int node = stack < 0 ? Timeline.IDLE : known.get(stack) - 1;
    if (pseudo == null) {
      return node;
    }
    Ints column = pseudoNodes[pseudo.index()];
    if (column == null) {
      column = Ints.filled(size() + 1, 0, memory);
      pseudoNodes[pseudo.index()] = column;
    }
    int row = stack < 0 ? size() : stack;
    if (column.get(row) == 0) {
      int parent = stack < 0 ? CallTree.NO_PARENT : node;
      column.set(row, made.add(pseudo.function(), parent) + 1);
    }
    return column.get(row) - 1;
  }
}

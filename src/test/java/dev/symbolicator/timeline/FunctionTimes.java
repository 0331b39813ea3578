package dev.symbolicator.timeline;

/**
 * The self time and the total time of each function, in microseconds. The total counts an interval
 * once, however often the function occurs in its stack.
 */
public final class FunctionTimes {
  private static final int PSEUDO_FUNCTIONS = PseudoFunction.values().length;

  private final long[] self;
  private final long[] total;
  private final long idle;

  private FunctionTimes(long[] self, long[] total, long idle) {
    this.self = self;
    this.total = total;
    this.idle = idle;
  }

  /** Sums up a timeline. */
  public static FunctionTimes of(Timeline timeline) {
    CallTree tree = timeline.tree();
    long[] ownOfNode = new long[tree.size()];
    long idle = 0;
    for (int i = 0; i < timeline.size(); i++) {
      if (timeline.node(i) == Timeline.IDLE) {
        idle += timeline.weight(i);
      } else {
        ownOfNode[timeline.node(i)] += timeline.weight(i);
      }
    }
    int functions = PSEUDO_FUNCTIONS + timeline.functions().size();
    long[] self = new long[functions];
    long[] total = new long[functions];
    long[] allOfNode = ownOfNode.clone();
    for (int node = tree.size() - 1; node >= 0; node--) {
      self[row(tree.function(node))] += ownOfNode[node];
      if (tree.parent(node) != CallTree.NO_PARENT) {
        allOfNode[tree.parent(node)] += allOfNode[node];
      }
    }
    int[] outermost = new OutermostCalls(tree, functions).nodes();
    for (int node : outermost) {
      total[row(tree.function(node))] += allOfNode[node];
    }
    return new FunctionTimes(self, total, idle);
  }

  static int row(int function) {
    return PSEUDO_FUNCTIONS + function;
  }

  /** Returns the time in which a function was the innermost one. */
  public long self(int function) {
    return self[row(function)];
  }

  /** Returns the time in which a function was on the stack. */
  public long total(int function) {
    return total[row(function)];
  }

  /** Returns the time without code. */
  public long idle() {
    return idle;
  }
}

package dev.symbolicator.profile.v8;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.StackTable;
import java.util.HashMap;
import java.util.Map;

/** The nodes of a CPU profile: their functions, and which node called which. */
final class CpuNodes {
  private static final int NONE = -1;

  /** Heap bytes of an entry of a map whose key is a number or a small object. */
  private static final long ENTRY = 144;

  private final Allowance memory;
  private final FunctionList functions;
  private final Map<FunctionKey, Integer> numbers = new HashMap<>();
  private final Map<Integer, Integer> nodes = new HashMap<>();
  private final Ints nodeFunctions;
  private final Ints kinds;
  private final Ints offsets;

  /** The ID of the caller of each edge, and the ID of the function called. */
  private final Ints callers;

  private final Ints called;

  /** The kinds of nodes. */
  private enum NodeKind {
    CALL,
    /** Stands for all calls. */
    ROOT,
    /** Stands for time without code. */
    IDLE
  }

  /** Functions are equal if their names, scripts and positions are. */
  private record FunctionKey(String name, String scriptId, String url, int line, int column) {}

  CpuNodes(Allowance memory) {
    this.memory = memory;
    functions = new FunctionList(memory);
    nodeFunctions = new Ints(memory);
    kinds = new Ints(memory);
    offsets = new Ints(memory);
    callers = new Ints(memory);
    called = new Ints(memory);
  }

  FunctionList functions() {
    return functions;
  }

  /**
   * Adds a node.
   *
   * @param offset the byte offset of the node
   * @param frame like in {@link FunctionList#add}
   * @return false if another node has the ID
   */
  boolean add(int id, int offset, CallFrame function, int frame) {
    memory.take(ENTRY);
    boolean isNew = nodes.put(id, nodeFunctions.size()) == null;
    NodeKind kind = kind(function);
    nodeFunctions.add(number(function, frame));
    kinds.add(kind.ordinal());
    offsets.add(offset);
    return isNew;
  }

  /** The function of a node, as the profile gives it. */
  record CallFrame(String name, String scriptId, String url, double line, double column) {}

  private static NodeKind kind(CallFrame function) {
    boolean isScript = !function.url().isEmpty();
    return isScript
        ? NodeKind.CALL
        : switch (function.name()) {
          case "(root)" -> NodeKind.ROOT;
          case "(idle)" -> NodeKind.IDLE;
          default -> NodeKind.CALL;
        };
  }

  private int number(CallFrame function, int frame) {
    if (function.url().isEmpty()) {
      switch (function.name()) {
        case "(program)" -> {
          return PseudoFunction.PROGRAM.function();
        }
        case "(garbage collector)" -> {
          return PseudoFunction.GARBAGE_COLLECTOR.function();
        }
        default -> {}
      }
    }
    FunctionKey key =
        new FunctionKey(
            function.name(),
            function.scriptId(),
            function.url(),
            (int) function.line(),
            (int) function.column());
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    memory.take(ENTRY + 2L * (function.scriptId().length() + function.url().length()));
    int number = functions.add(function.name(), frame);
    numbers.put(key, number);
    return number;
  }

  /** Says that one node called another one. Both may be added later. */
  void addCall(int callerId, int calledId) {
    callers.add(callerId);
    called.add(calledId);
  }

  /** Returns the node with an ID; negative if there is none. */
  int node(int id) {
    return nodes.getOrDefault(id, NONE);
  }

  /** Tells whether a node stands for time without code. */
  boolean isIdle(int node) {
    return kinds.get(node) != NodeKind.CALL.ordinal();
  }

  /**
   * Returns the stack of each node. The stacks have problems if {@code problem} has.
   *
   * @param pointer that of the nodes
   */
  StackTable stacks(String pointer, FirstProblem problem) {
    Ints parents = parents(pointer, problem);
    StackTable stacks = new StackTable(memory);
    for (int node = 0; node < nodeFunctions.size(); node++) {
      int parent = parents.get(node);
      boolean isTop =
          parent >= 0 && parents.get(parent) < 0 && kinds.get(parent) == NodeKind.ROOT.ordinal();
      stacks.add(nodeFunctions.get(node), isTop ? NONE : parent);
    }
    int cycle = stacks.firstCycle();
    if (cycle >= 0) {
      invalid(pointer, cycle, "The node lies below itself: its parents lead back to it.", problem);
    }
    return stacks;
  }

  private Ints parents(String pointer, FirstProblem problem) {
    Ints parents = new Ints(memory);
    for (int node = 0; node < nodeFunctions.size(); node++) {
      parents.add(NONE);
    }
    for (int edge = 0; edge < called.size(); edge++) {
      int caller = node(callers.get(edge));
      int child = node(called.get(edge));
      if (caller < 0 || child < 0) {
        String detail =
            "The node names %d, but no node has this ID."
                .formatted(caller < 0 ? callers.get(edge) : called.get(edge));
        invalid(pointer, Math.max(caller, child), detail, problem);
      } else if (parents.get(child) >= 0 && parents.get(child) != caller) {
        invalid(pointer, child, "The node is a child of two nodes.", problem);
      } else {
        parents.set(child, caller);
      }
    }
    return parents;
  }

  private void invalid(String pointer, int node, String detail, FirstProblem problem) {
    problem.invalid(pointer + "/" + node, offsets.get(node), detail);
  }
}

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
  private static final int CALL = 0;
  private static final int ROOT = 1;
  private static final int IDLE = 2;
  private static final long ENTRY = 144;

  private final Allowance memory;
  final FunctionList functions;
  private final Map<String, Integer> numbers = new HashMap<>();

  private final Map<Integer, Integer> nodes = new HashMap<>();
  private final Ints nodeFunctions;
  private final Ints kinds;
  private final Ints offsets;
  private final Ints callers;

  private final Ints called;

  CpuNodes(Allowance memory) {
    this.memory = memory;
    functions = new FunctionList(memory);
    nodeFunctions = new Ints(memory);
    kinds = new Ints(memory);
    offsets = new Ints(memory);
    callers = new Ints(memory);
    called = new Ints(memory);
  }

  /** Adds a node; false if another node has the ID. */
  boolean add(int id, int offset, CallFrame function, int frame) {
    memory.take(ENTRY);
    boolean isNew = nodes.put(id, nodeFunctions.size()) == null;
    int kind = kind(function);
    nodeFunctions.add(number(function, frame));
    kinds.add(kind);
    offsets.add(offset);
    return isNew;
  }

  record CallFrame(String name, String scriptId, String url, double line, double column) {}

  private static int kind(CallFrame function) {
    boolean isScript = !function.url().isEmpty();
    return isScript
        ? CALL
        : switch (function.name()) {
          case "(root)" -> ROOT;
          case "(idle)" -> IDLE;
          default -> CALL;
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
    String key = key(function);
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    memory.take(ENTRY + 2L * key.length());
    int number = functions.add(function.name(), frame);
    numbers.put(key, number);
    return number;
  }

  /** A map sorts keys with equal hash codes only if they are comparable, as texts are. */
  private static String key(CallFrame function) {
    return function.line()
        + ":"
        + function.column()
        + ":"
        + function.name().length()
        + ":"
        + function.name()
        + function.scriptId().length()
        + ":"
        + function.scriptId()
        + function.url();
  }

  void addCall(int callerId, int calledId) {
    callers.add(callerId);
    called.add(calledId);
  }

  int node(int id) {
    return nodes.getOrDefault(id, NONE);
  }

  boolean isIdle(int node) {
    return kinds.get(node) != CALL;
  }

  StackTable stacks(String pointer, FirstProblem problem) {
    Ints parents = parents(pointer, problem);
    StackTable stacks = new StackTable(memory);
    for (int node = 0; node < nodeFunctions.size(); node++) {
      int parent = parents.get(node);
      boolean isTop = parent >= 0 && parents.get(parent) < 0 && kinds.get(parent) == ROOT;
      stacks.add(nodeFunctions.get(node), isTop ? NONE : parent);
    }
    int cycle = stacks.firstCycle();
    if (cycle >= 0) {
      invalid(pointer, cycle, "The node lies below itself: its parents lead back to it.", problem);
    }
    return stacks;
  }

  private Ints parents(String pointer, FirstProblem problem) {
    Ints parents = Ints.filled(nodeFunctions.size(), NONE, memory);
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

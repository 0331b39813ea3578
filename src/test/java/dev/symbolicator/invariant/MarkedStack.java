package dev.symbolicator.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The stack at a call of {@code mark} or {@code markCaller} in the fixture app.
 *
 * @param marker the call's argument, such as {@code getter: balance}
 * @param frames indices of the trace's frames, innermost first, beginning with the marked
 *     function's frame
 */
record MarkedStack(String marker, List<Integer> frames) {

  /**
   * The names of the marking functions; frames named after a marker have these names as sources.
   */
  private static final List<String> MARKING = List.of("mark", "markCaller");

  /**
   * Returns the marked stacks among the samples of a trace, each once. The other samples are those
   * that the profiler takes at its interval.
   */
  static Set<MarkedStack> in(JsonNode trace) {
    Set<MarkedStack> marked = new LinkedHashSet<>();
    for (JsonNode sample : trace.get("samples")) {
      List<Integer> frames = frames(trace, sample.get("stackId"));
      for (int i = 0; i + 1 < frames.size(); i++) {
        ReportedFunction named = ReportedFunction.of(trace, frames.get(i));
        int caller = MARKING.indexOf(named.source());
        // V8 loses frames at times. Without the marking function's frame, the lost frame is
        // unknown.
        if (caller >= 0
            && ReportedFunction.of(trace, frames.get(i + 1)).name().equals(named.source())) {
          int first = i + 2 + caller;
          marked.add(new MarkedStack(named.name(), frames.subList(first, frames.size())));
        }
      }
    }
    return marked;
  }

  private static List<Integer> frames(JsonNode trace, JsonNode innermost) {
    List<Integer> frames = new ArrayList<>();
    for (JsonNode id = innermost; id != null; ) {
      JsonNode stack = trace.get("stacks").get(id.asInt());
      frames.add(stack.get("frameId").asInt());
      id = stack.get("parentId");
    }
    return frames;
  }

  /** Returns the kind of the marked function, such as {@code getter}. */
  String kind() {
    return marker.substring(0, marker.indexOf(':'));
  }

  /** Returns the frame of the marked function. */
  int frame() {
    return frames.get(0);
  }

  /**
   * Returns the stack's functions as reported in an answer, without code outside of functions.
   *
   * @param trace the trace that has the stack
   * @param answer the symbolicated trace, or the trace itself
   */
  List<ReportedFunction> functions(JsonNode trace, JsonNode answer) {
    return frames.stream()
        .filter(frame -> !ReportedFunction.of(trace, frame).isTopLevel())
        .map(frame -> ReportedFunction.of(answer, frame))
        .toList();
  }
}

package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.StackTable;
import dev.symbolicator.timeline.Timeline;
import dev.symbolicator.timeline.Timeline.TimelineBuilder;
import org.jspecify.annotations.Nullable;

/** The functions, stacks and samples of a trace. Times are microseconds. */
final class TraceContents {
  static final int NONE = -1;

  private static final PseudoFunction[] PSEUDO_FUNCTIONS = PseudoFunction.values();

  final Allowance memory;
  final FirstProblem problem = new FirstProblem();
  final FunctionList functions;
  final StackTable stacks;

  /** The time of each sample. */
  final Longs times;

  /** The stack of each sample, or {@link #NONE}. */
  final Ints sampleStacks;

  /** The index of each sample's {@link PseudoFunction}, or {@link #NONE}. */
  final Ints markers;

  /** The long tasks that came with the trace; null if there is no list. */
  @Nullable LongTasks longTasks;

  /** The byte offset of {@code samples}. */
  int samplesStart;

  /** The usual time between two samples; 0 if unknown. */
  long sampleInterval;

  /** The Unix time in milliseconds from which the times count; null if unknown. */
  @Nullable Double timeOrigin;

  /** Starts and lengths. */
  record LongTasks(Longs starts, Longs lengths) {}

  TraceContents(Allowance memory) {
    this.memory = memory;
    functions = new FunctionList(memory);
    stacks = new StackTable(memory);
    times = new Longs(memory);
    sampleStacks = new Ints(memory);
    markers = new Ints(memory);
  }

  /** Tells whether nothing ran at a sample. */
  boolean isIdle(int sample) {
    return sampleStacks.get(sample) == NONE && markers.get(sample) == NONE;
  }

  /** Returns the timeline of contents without a problem. */
  Timeline timeline() {
    var tree = stacks.tree(sampleStacks);
    TimelineBuilder builder = new TimelineBuilder(memory);
    for (int i = 0; i < times.size(); i++) {
      int marker = markers.get(i);
      builder.add(
          times.get(i),
          stacks.node(sampleStacks.get(i), marker == NONE ? null : PSEUDO_FUNCTIONS[marker]));
    }
    return builder.capped(functions, tree, sampleInterval);
  }
}

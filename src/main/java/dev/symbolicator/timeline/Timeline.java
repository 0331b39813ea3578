package dev.symbolicator.timeline;

import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;

/**
 * A profile over time: intervals, one behind the other, each with the code that ran. All times are
 * microseconds. An interval without code is idle: no code that the profiler may see, or none that
 * is known.
 */
public final class Timeline {
  /** The node of an interval without code. */
  public static final int IDLE = -1;

  private final FunctionList functions;
  private final CallTree tree;
  private final Longs starts;
  private final Ints nodes;
  private final long end;
  private final long interval;
  private final long median;

  /**
   * Makes a timeline.
   *
   * @param starts the start of each interval, not falling
   * @param nodes a node of the tree for each interval, or {@link #IDLE}
   * @param end the end of the last interval; 0 if there is no interval
   * @param interval the usual time between two samples
   * @param median the median of the times between two samples
   */
  Timeline(
      FunctionList functions,
      CallTree tree,
      Longs starts,
      Ints nodes,
      long end,
      long interval,
      long median) {
    this.functions = functions;
    this.tree = tree;
    this.starts = starts;
    this.nodes = nodes;
    this.end = end;
    this.interval = interval;
    this.median = median;
  }

  /** Returns the functions. Nodes refer to them by number. */
  public FunctionList functions() {
    return functions;
  }

  /** Returns the calls. Intervals refer to them by node. */
  public CallTree tree() {
    return tree;
  }

  /** Returns the number of intervals. */
  public int size() {
    return nodes.size();
  }

  /** Returns the start of an interval, or the end of the timeline at {@link #size}. */
  public long start(int index) {
    return index == nodes.size() ? end : starts.get(index);
  }

  /** Returns the start of the first interval; 0 if there is none. */
  public long start() {
    return start(0);
  }

  /** Returns the end of the last interval; 0 if there is none. */
  public long end() {
    return end;
  }

  /** Returns the length of an interval; not negative. */
  public long weight(int index) {
    return start(index + 1) - start(index);
  }

  /** Returns the node of the innermost function that ran in an interval, or {@link #IDLE}. */
  public int node(int index) {
    return nodes.get(index);
  }

  /** Returns the time between two samples that the profile names, or else the median; positive. */
  public long interval() {
    return interval;
  }

  /** Returns the median of the positive times between two samples. */
  public long median() {
    return median;
  }
}

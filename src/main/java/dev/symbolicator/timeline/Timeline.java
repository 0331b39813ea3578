package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
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

  /**
   * Gives each sample of a profile its time. A sample says what ran at its time stamp, and counts
   * until the next sample.
   *
   * <p>Samples are never counted instead: their gaps are uneven. In one recorded trace, the number
   * of samples times the interval was 6.7 % off in sum.
   */
  public static final class TimelineBuilder {
    /** The interval of a profile whose samples are all at one time, and the least for the cap. */
    static final long USUAL_INTERVAL = 10_000;

    /** How many intervals a sample counts at most. */
    private static final int CAP_INTERVALS = 10;

    private final Allowance memory;
    private final Longs times;
    private final Ints nodes;

    /** Begins a timeline without samples. */
    public TimelineBuilder(Allowance memory) {
      this.memory = memory;
      times = new Longs(memory);
      nodes = new Ints(memory);
    }

    /**
     * Adds a sample.
     *
     * @param time in microseconds, at least that of the sample before
     * @param node a node of the call tree, or {@link Timeline#IDLE}
     * @throws Allowance.Exceeded if too little memory is left
     */
    public void add(long time, int node) {
      times.add(time);
      nodes.add(node);
    }

    /**
     * Makes the timeline of a profile in which longer pauses are unknown: a browser may stop to
     * sample a page that is hidden. A sample with code counts ten intervals at most, of 10 ms or
     * more. The rest of its time is idle.
     *
     * @param sampleInterval in microseconds, as the profile says; 0 if it does not say
     */
    public Timeline capped(FunctionList functions, CallTree tree, long sampleInterval) {
      long median = median();
      long interval = sampleInterval > 0 ? sampleInterval : median;
      long cap = CAP_INTERVALS * Math.max(interval, USUAL_INTERVAL);
      Longs starts = new Longs(memory);
      Ints shown = new Ints(memory);
      long end = times.size() == 0 ? 0 : times.get(times.size() - 1) + median;
      for (int i = 0; i < times.size(); i++) {
        long start = times.get(i);
        starts.add(start);
        shown.add(nodes.get(i));
        long next = i + 1 < times.size() ? times.get(i + 1) : end;
        if (nodes.get(i) != Timeline.IDLE && next - start > cap) {
          starts.add(start + cap);
          shown.add(Timeline.IDLE);
        }
      }
      return new Timeline(functions, tree, starts, shown, end, interval, median);
    }

    /**
     * Makes the timeline of a profile that has samples for all its time.
     *
     * @param end the end of the profile in microseconds; one interval behind the last sample if
     *     smaller than its time
     */
    public Timeline whole(FunctionList functions, CallTree tree, long end) {
      long median = median();
      long last = times.lastOr(0);
      long known = times.isEmpty() ? 0 : end >= last ? end : last + median;
      return new Timeline(functions, tree, times, nodes, known, median, median);
    }

    /** Returns the median of the positive gaps between samples. */
    private long median() {
      try (Allowance part = memory.part()) {
        Longs gaps = new Longs(part);
        for (int i = 1; i < times.size(); i++) {
          long gap = times.get(i) - times.get(i - 1);
          if (gap > 0) {
            gaps.add(gap);
          }
        }
        if (gaps.isEmpty()) {
          return USUAL_INTERVAL;
        }
        gaps.sort();
        int middle = gaps.size() / 2;
        return gaps.size() % 2 == 1
            ? gaps.get(middle)
            : (gaps.get(middle - 1) + gaps.get(middle) + 1) / 2;
      }
    }
  }
}

package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;

/**
 * A profile over time in microseconds: intervals, one behind the other, each with the code that
 * ran. An interval without code is idle.
 */
public final class Timeline {
  public static final int IDLE = -1;

  private final FunctionList functions;
  private final CallTree tree;
  private final Longs starts;
  private final Ints nodes;
  private final long end;
  private final long interval;
  private final long median;
  private final CappedTime capped;

  /**
   * Makes a timeline: a start, not falling, and a node or {@link #IDLE} for each interval, the last
   * one's end, the usual and the median time between two samples, and what was capped.
   */
  Timeline(
      FunctionList functions,
      CallTree tree,
      Longs starts,
      Ints nodes,
      long end,
      long interval,
      long median,
      CappedTime capped) {
    this.functions = functions;
    this.tree = tree;
    this.starts = starts;
    this.nodes = nodes;
    this.end = end;
    this.interval = interval;
    this.median = median;
    this.capped = capped;
  }

  /** The idle intervals behind samples that would have counted too long, and their time. */
  public record CappedTime(int intervals, long micros) {
    static final CappedTime NONE = new CappedTime(0, 0);
  }

  public FunctionList functions() {
    return functions;
  }

  public CallTree tree() {
    return tree;
  }

  public int size() {
    return nodes.size();
  }

  /** Returns the start of an interval; the end at {@link #size}. */
  public long start(int index) {
    return index == nodes.size() ? end : starts.get(index);
  }

  public long start() {
    return start(0);
  }

  public long end() {
    return end;
  }

  public long weight(int index) {
    return start(index + 1) - start(index);
  }

  public int node(int index) {
    return nodes.get(index);
  }

  public CappedTime capped() {
    return capped;
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
   * Gives each sample its time: it says what ran at its time stamp, and counts until the next.
   * Samples are never counted: their gaps are uneven, in one trace that was 6.7 % off.
   */
  public static final class TimelineBuilder {
    /** The interval of a profile whose samples are all at one time, and the least for the cap. */
    static final long USUAL_INTERVAL = 10_000;

    /** How many intervals a sample counts at most. */
    private static final int CAP_INTERVALS = 10;

    private final Allowance memory;
    private final Longs times;
    private final Ints nodes;

    public TimelineBuilder(Allowance memory) {
      this.memory = memory;
      times = new Longs(memory);
      nodes = new Ints(memory);
    }

    /**
     * Adds a sample in microseconds, not before the one before; its node may be {@link
     * Timeline#IDLE}.
     */
    public void add(long time, int node) {
      times.add(time);
      nodes.add(node);
    }

    /**
     * Makes the timeline of a profile in which longer pauses are unknown: a browser may stop to
     * sample a hidden page. A sample counts ten intervals at most, of 10 ms or more; the rest is
     * idle. {@code sampleInterval} is 0 if the profile does not say.
     */
    public Timeline capped(FunctionList functions, CallTree tree, long sampleInterval) {
      long median = median();
      long interval = sampleInterval > 0 ? sampleInterval : median;
      long cap = CAP_INTERVALS * Math.max(interval, USUAL_INTERVAL);
      Longs starts = new Longs(memory);
      Ints shown = new Ints(memory);
      long end = times.size() == 0 ? 0 : times.get(times.size() - 1) + median;
      int intervals = 0;
      long micros = 0;
      for (int i = 0; i < times.size(); i++) {
        long start = times.get(i);
        starts.add(start);
        shown.add(nodes.get(i));
        long next = i + 1 < times.size() ? times.get(i + 1) : end;
        if (nodes.get(i) != Timeline.IDLE && next - start > cap) {
          starts.add(start + cap);
          shown.add(Timeline.IDLE);
          intervals++;
          micros += next - start - cap;
        }
      }
      CappedTime capped = new CappedTime(intervals, micros);
      return new Timeline(functions, tree, starts, shown, end, interval, median, capped);
    }

    /**
     * Makes the timeline of a profile that has samples for all its time; its end is at least one
     * interval behind the last sample.
     */
    public Timeline whole(FunctionList functions, CallTree tree, long end) {
      long median = median();
      long last = times.lastOr(0);
      long known = times.isEmpty() ? 0 : end >= last ? end : last + median;
      return new Timeline(functions, tree, times, nodes, known, median, median, CappedTime.NONE);
    }

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

package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;

/**
 * Gives each sample of a profile its time. A sample says what ran at its time stamp, and counts
 * until the next sample.
 *
 * <p>Samples are never counted instead: their gaps are uneven. In one recorded trace, the number of
 * samples times the interval was 6.7 % off in sum.
 */
public final class TimelineBuilder {
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

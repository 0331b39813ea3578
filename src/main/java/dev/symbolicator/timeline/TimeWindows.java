package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;

/** Stretches of time in microseconds, in their order. Windows that touch are one. */
public final class TimeWindows {
  private static final long LARGEST = (1L << 53) - 1;

  private final Longs starts;
  private final Longs ends;

  private TimeWindows(Allowance memory) {
    starts = new Longs(memory);
    ends = new Longs(memory);
  }

  /** Joins windows in any order. Sorts {@code froms}; {@code lengths} are in their order before. */
  public static TimeWindows join(Longs froms, Longs lengths, Allowance memory) {
    TimeWindows windows = new TimeWindows(memory);
    try (Allowance part = memory.part()) {
      Longs events = new Longs(part);
      for (int i = 0; i < froms.size(); i++) {
        // Of events at one time, starts come first, so windows that touch are joined.
        events.add(froms.get(i) << 1);
        events.add((Math.min(LARGEST, froms.get(i) + lengths.get(i)) << 1) | 1);
      }
      events.sort();
      int open = 0;
      for (int i = 0; i < events.size(); i++) {
        boolean isStart = (events.get(i) & 1) == 0;
        long time = events.get(i) >> 1;
        if (isStart && open++ == 0) {
          windows.starts.add(time);
        } else if (!isStart && --open == 0) {
          windows.ends.add(time);
        }
      }
    }
    return windows;
  }

  /**
   * Finds stretches in which code ran without a pause, at least so long, as long tasks would show.
   * One ends at the next interval without code, at most one interval behind its last sample.
   */
  public static TimeWindows busy(Timeline timeline, long least, Allowance memory) {
    TimeWindows windows = new TimeWindows(memory);
    int index = 0;
    while (index < timeline.size()) {
      int first = index;
      while (index < timeline.size() && timeline.node(index) != Timeline.IDLE) {
        index++;
      }
      if (index > first) {
        long start = timeline.start(first);
        long last = timeline.start(index - 1) + timeline.interval();
        long end = Math.min(timeline.start(index), last);
        if (end - start >= least) {
          windows.starts.add(start);
          windows.ends.add(end);
        }
      }
      index++;
    }
    return windows;
  }

  public int size() {
    return starts.size();
  }

  public long start(int window) {
    return starts.get(window);
  }

  public long end(int window) {
    return ends.get(window);
  }

  /** Tells whether a time lies in a window, its start included and its end excluded. */
  public boolean contains(long time) {
    int window = starts.lastUpTo(time);
    return window >= 0 && (time < ends.get(window) || time == starts.get(window));
  }
}

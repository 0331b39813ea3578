package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.memory.Ints;
import dev.symbolicator.timeline.TimeWindows;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the samples of a trace to keep. Samples that are left out must not stretch their
 * neighbours: a sample without a stack closes each run of kept ones, at the time of the next
 * sample. The trace keeps its first and its last time stamp.
 */
final class SampleChoice {
  private static final int DROPPED = 0;
  private static final int IDLE = 1;
  private static final int KEPT = 2;

  private final Ints choices;
  private final int kept;

  /**
   * Chooses the samples.
   *
   * @param windows the times whose samples are kept; null to keep all
   */
  SampleChoice(TraceContents contents, @Nullable TimeWindows windows) {
    choices = new Ints(contents.memory);
    int last = contents.times.size() - 1;
    int count = 0;
    for (int i = 0; i <= last; i++) {
      if (windows == null || windows.contains(contents.times.get(i))) {
        choices.add(KEPT);
        count++;
      } else {
        boolean closes = i > 0 && choices.get(i - 1) == KEPT;
        choices.add(closes || i == 0 || i == last ? IDLE : DROPPED);
      }
    }
    kept = count;
  }

  /** Returns how many samples are kept as they are. */
  int kept() {
    return kept;
  }

  /** Tells whether a sample stays as it is. */
  boolean isKept(int sample) {
    return choices.get(sample) == KEPT;
  }

  /** Tells whether a sample stays with its time stamp alone. */
  boolean isIdle(int sample) {
    return choices.get(sample) == IDLE;
  }
}

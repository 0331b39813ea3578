package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.timeline.CallTree;
import org.jspecify.annotations.Nullable;

/**
 * A call tree with the time and the samples of each stack: those of one profile, or the sum of
 * many. A sum that is compared with a baseline has two sides in one tree, {@link #BASELINE} and
 * {@link #SUBJECT}; any other has one, 0. Times are in microseconds.
 */
public interface WeightedProfile {
  int BASELINE = 0;
  int SUBJECT = 1;

  /** Is charged for what exports keep. */
  Allowance memory();

  /** Returns the name of a side for people. */
  String name(int side);

  CallTree tree();

  /** Returns the number of functions, each of which the tree has. */
  int functions();

  /** Returns the number of a node's function. */
  int number(int node);

  ShownFunction shown(int number);

  /** Returns which original function one is; null if that is not known, or not asked for. */
  @Nullable FrameIdentity identity(int number);

  default int sides() {
    return 1;
  }

  default boolean isCompared() {
    return sides() > 1;
  }

  /** Returns the time of each node itself, in a new column. */
  Longs selfTimes(int side);

  /** Returns the samples of each node itself, in a new column. */
  Longs counts(int side);

  Runs runs(int side);

  Totals totals(int side);

  /** Returns when the first sample was taken, by the clock of the profile. */
  default long start() {
    return 0;
  }

  /** Returns the time that all sides took, with what was idle. */
  long duration();

  /** Returns the usual time between two samples; 0 if there is not one. */
  default long interval() {
    return 0;
  }

  /** Stacks in their order: nodes, or {@link dev.symbolicator.timeline.Timeline#IDLE}. */
  record Runs(Ints nodes, Longs times) {}

  /** The samples without the capped ones, the time without code, and the time that was capped. */
  record Totals(long samples, long idle, long capped) {
    public static final Totals NONE = new Totals(0, 0, 0);

    public Totals plus(Totals other) {
      return new Totals(samples + other.samples, idle + other.idle, capped + other.capped);
    }
  }
}

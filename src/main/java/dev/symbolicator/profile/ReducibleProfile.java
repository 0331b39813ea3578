package dev.symbolicator.profile;

import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** A profile from which samples can be left out, and all that only these use. */
public interface ReducibleProfile extends TimedProfile {
  /**
   * Writes the profile with fewer samples, before its frames have originals.
   *
   * @param memory takes a number of further bytes from a budget, or returns false
   */
  ReductionReading reduce(ReductionOptions options, LongPredicate memory);

  /**
   * The samples to keep.
   *
   * @param longTaskMillis the shortest task whose samples are kept; 0 to keep all samples
   * @param roundsTimes whether time stamps are rounded to microseconds
   */
  record ReductionOptions(int longTaskMillis, boolean roundsTimes) {
    /** Removes only what no sample uses. */
    public static final ReductionOptions UNUSED_ONLY = new ReductionOptions(0, false);
  }

  /** The outcome of a reduction. */
  sealed interface ReductionReading {
    /** The profile without what was left out. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record ReducedProfile(byte[] body, Reduction reduction) implements ReductionReading {}

    /** The profile cannot be reduced. */
    record UnreducedProfile(ProfileReading problem) implements ReductionReading {}
  }

  /**
   * What was left out.
   *
   * @param samples how many samples are kept
   * @param of how many samples there were
   * @param windows the long tasks; null if all samples are kept
   * @param saved by how many bytes the profile is shorter
   */
  record Reduction(int samples, int of, @Nullable LongTaskWindows windows, long saved) {}

  /**
   * The long tasks whose samples are kept.
   *
   * @param count how many there are; tasks that touch are one
   * @param isListed whether they come from a list in the profile, or else from its samples
   */
  record LongTaskWindows(int count, boolean isListed) {}
}

package dev.symbolicator.profile;

import dev.symbolicator.timeline.Timeline;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** A profile whose samples can be interpreted: a call tree, and the time of each sample. */
public interface TimedProfile extends Profile {
  /** Tells whether the profile has samples of its time at all. */
  default boolean isTimed() {
    return true;
  }

  /**
   * Interprets the samples. The frames of the timeline's functions are indices in {@link #frames}.
   *
   * @param memory takes a number of further bytes from a budget, or returns false
   */
  TimelineReading timeline(LongPredicate memory);

  /** The outcome of interpreting samples. */
  sealed interface TimelineReading {
    /**
     * The samples are interpreted.
     *
     * @param timeOrigin the Unix time in milliseconds from which the times count; null if unknown
     */
    record ReadTimeline(Timeline timeline, @Nullable Double timeOrigin)
        implements TimelineReading {}

    /** The samples cannot be interpreted. */
    record UnreadTimeline(ProfileReading problem) implements TimelineReading {}
  }
}

package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile.ReducibleProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import org.jspecify.annotations.Nullable;

/**
 * A profile that is reduced and interpreted as the caller's options ask, before its scripts are
 * looked up.
 *
 * @param reading the profile without what was left out, or a problem
 * @param reduction what was left out; null if nothing was asked for
 * @param timeline the interpreted samples; null if no export was asked for
 */
record Reshaping(
    ProfileReading reading, @Nullable Reduction reduction, @Nullable ReadTimeline timeline) {

  private Reshaping(ProfileReading reading) {
    this(reading, null, null);
  }

  /** Reshapes a profile that was read, or passes a problem on. */
  static Reshaping of(
      ProfileReading reading, SymbolicationOptions options, RequestContext context) {
    if (!(reading instanceof ProfileReading.ReadProfile read)) {
      return new Reshaping(reading);
    }
    if (!options.isReduced()) {
      return interpreted(read, null, options, context);
    }
    String format = read.profile().format();
    if (!(read.profile() instanceof ReducibleProfile reducible)) {
      return refused(SymbolicationOptions.notReducible(format));
    }
    ReductionOptions wanted = new ReductionOptions(options.longTaskMillis(), options.compact());
    ReductionReading reduced = reducible.reduce(wanted, context.memory());
    if (reduced instanceof ReductionReading.UnreducedProfile problem) {
      return new Reshaping(problem.problem());
    }
    ReductionReading.ReducedProfile result = (ReductionReading.ReducedProfile) reduced;
    return interpreted(read(result.body(), format, context), result.reduction(), options, context);
  }

  private static Reshaping refused(String detail) {
    return new Reshaping(new ProfileReading.Unavailable(false, detail));
  }

  private static ProfileReading read(byte[] body, String format, RequestContext context) {
    return ProfileReader.read(
        ProfileBody.of(body), format, ProfileLimits.DEFAULT, context.memory());
  }

  private static Reshaping interpreted(
      ProfileReading reading,
      @Nullable Reduction reduction,
      SymbolicationOptions options,
      RequestContext context) {
    if (options.output() == null || !(reading instanceof ProfileReading.ReadProfile read)) {
      return new Reshaping(reading, reduction, null);
    }
    if (!(read.profile() instanceof TimedProfile timed) || !timed.isTimed()) {
      return refused(SymbolicationOptions.notTimed(read.profile().format()));
    }
    TimelineReading timeline = timed.timeline(context.memory());
    return timeline instanceof ReadTimeline interpreted
        ? new Reshaping(reading, reduction, interpreted)
        : new Reshaping(((TimelineReading.UnreadTimeline) timeline).problem());
  }

  /**
   * Removes from a reduced profile, once symbolicated, the scripts to which no frame refers any
   * more.
   *
   * @param format the name of the profile's format
   * @return null if there is too little memory
   */
  static byte @Nullable [] pruned(byte[] symbolicated, String format, RequestContext context) {
    return read(symbolicated, format, context) instanceof ProfileReading.ReadProfile read
            && read.profile() instanceof ReducibleProfile reducible
            && reducible.reduce(ReductionOptions.UNUSED_ONLY, context.memory())
                instanceof ReductionReading.ReducedProfile reduced
        ? reduced.body()
        : null;
  }
}

package dev.symbolicator.export;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** A profile that is ready to be written in the format of another tool. */
public interface Export {
  /** Returns the most bytes that are written. */
  long mostBytes();

  /**
   * Writes the export.
   *
   * @param out receives the export; flushed, not closed
   * @throws IOException if {@code out} throws it
   */
  void writeTo(OutputStream out) throws IOException;

  /**
   * Prepares an export.
   *
   * @param reading the timeline of the profile
   * @param answers like in {@link Profile#write}
   * @param report serialised JSON that becomes the member {@code symbolication} of an export in
   *     JSON; null for none. Other formats have no room for a report.
   * @param memory takes a number of further bytes from a budget, or returns false
   * @return null if there is too little memory
   */
  static @Nullable Export of(
      ExportFormat format,
      ReadTimeline reading,
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      LongPredicate memory) {
    try {
      ShownProfile shown =
          new ShownProfile(reading.timeline(), profile, answers, Allowance.of(memory));
      byte[] symbolication = report == null ? new byte[0] : report;
      return switch (format) {
        case CPUPROFILE -> new CpuProfileExport(shown, symbolication);
        case SPEEDSCOPE -> new SpeedscopeExport(shown, symbolication);
        case PPROF -> new PprofExport(shown, reading.timeOrigin());
        case COLLAPSED -> new CollapsedExport(shown);
        case FIREFOX -> new FirefoxExport(shown, reading.timeOrigin(), symbolication);
      };
    } catch (Allowance.Exceeded exceeded) {
      return null;
    }
  }
}

package dev.symbolicator.symbolication;

import dev.symbolicator.export.Export;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.export.Export.ExportLimits;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ReducibleProfile.LongTaskWindows;
import dev.symbolicator.profile.Profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.symbolication.SymbolicationResult.AnswerShape;
import dev.symbolicator.symbolication.SymbolicationResult.BodyPlace;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.RejectionReason;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The answer for a profile whose frames were looked up, in the shape that was asked for. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ReshapedAnswer(
    Profile profile,
    Reshaping reshaping,
    Originals originals,
    SymbolicationReport report,
    byte @Nullable [] reportJson,
    Timings timings) {

  private @Nullable OriginalFrame original(ProfileFrame frame) {
    return originals.get(frame.index());
  }

  /**
   * Returns the whole profile.
   *
   * @param mostBytes the most bytes of the profile
   */
  Symbolicated whole(long mostBytes) {
    return new Symbolicated(
        profile.format(),
        profile.mediaType(),
        mostBytes,
        report,
        timings,
        out -> profile.write(this::original, reportJson, out));
  }

  /**
   * Returns a reduced profile without the scripts that no frame names any more.
   *
   * @param mostBytes the most bytes of the profile with these scripts
   */
  SymbolicationResult pruned(long mostBytes, RequestContext context) {
    if (!context.take(2 * mostBytes)) { // in a buffer that doubles
      return Symbolicator.outOfMemory();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      profile.write(this::original, reportJson, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    byte[] pruned = Reshaping.pruned(out.toByteArray(), profile.format(), context);
    return pruned == null
        ? Symbolicator.outOfMemory()
        : new Symbolicated(
            profile.format(),
            profile.mediaType(),
            pruned.length,
            report,
            timings,
            new AnswerShape(null, false, reduction()),
            answer -> answer.write(pruned));
  }

  /** Returns the profile in the format of another tool. */
  SymbolicationResult exported(
      ReadTimeline timeline, SymbolicationOptions options, RequestContext context) {
    String output = options.output();
    ExportFormat format = output == null ? null : ExportFormat.named(output);
    if (format == null) {
      throw new IllegalArgumentException("There is no format " + output + ".");
    }
    Export export =
        Export.of(format, timeline, profile, this::original, reportJson, context.memory());
    if (export == null) {
      return Symbolicator.outOfMemory();
    }
    long limit = ExportLimits.DEFAULT.maxExportSize();
    if (export.mostBytes() > limit) {
      return tooLarge(format, export.mostBytes(), limit);
    }
    return new Symbolicated(
        profile.format(),
        format.mediaType(),
        export.mostBytes(),
        report,
        timings,
        new AnswerShape(format.fileName(), format.isCompressed(), reduction()),
        export::writeTo);
  }

  private static RejectedProfile tooLarge(ExportFormat format, long bytes, long limit) {
    String advice =
        format == ExportFormat.CPUPROFILE || format == ExportFormat.FIREFOX
            ? "Send a shorter profile, or keep less of this one with keep=long-tasks."
            : "Ask for output=cpuprofile or output=firefox, which do not spell out each stack, or"
                  + " keep less of the profile with keep=long-tasks.";
    return new RejectedProfile(
        RejectionReason.LIMIT,
        "The export would have up to %d bytes, more than the fixed limit %s, which is %d. %s"
            .formatted(bytes, ExportLimits.MAX_EXPORT_SIZE, limit, advice),
        new BodyPlace(-1, null, ExportLimits.MAX_EXPORT_SIZE));
  }

  /** Returns what was left out, as a dictionary; null if nothing was asked for. */
  private @Nullable String reduction() {
    Reduction reduction = reshaping.reduction();
    if (reduction == null) {
      return null;
    }
    LongTaskWindows windows = reduction.windows();
    String tasks =
        windows == null
            ? ""
            : ", windows="
                + windows.count()
                + (windows.isListed() ? ", source=list" : ", source=derived");
    return "samples=%d, of=%d%s, saved=%d"
        .formatted(reduction.samples(), reduction.of(), tasks, reduction.saved());
  }
}

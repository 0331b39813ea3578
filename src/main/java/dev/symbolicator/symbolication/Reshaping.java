package dev.symbolicator.symbolication;

import dev.symbolicator.export.Export;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.export.Export.ExportLimits;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.AnnotatedProfile;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ReducibleProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.LongTaskWindows;
import dev.symbolicator.profile.Profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.rows.ProfileRows;
import dev.symbolicator.rows.RowHead;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationResult.AnswerShape;
import dev.symbolicator.symbolication.SymbolicationResult.Interpreted;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A profile, reduced and interpreted as the options ask; null for what was not asked. */
record Reshaping(
    ProfileReading reading,
    @Nullable Reduction reduction,
    @Nullable ReadTimeline timeline,
    @Nullable RowHead rowHead) {

  private Reshaping(ProfileReading reading) {
    this(reading, null, null, null);
  }

  /** Reshapes a profile that was read, or passes a problem on. */
  static Reshaping of(ProfileReading reading, SymbolicationOptions options, Allowance memory) {
    try {
      return reshaped(reading, options, memory);
    } catch (Allowance.Exceeded exceeded) {
      return new Reshaping(new ProfileReading.OutOfMemory());
    }
  }

  private static Reshaping reshaped(
      ProfileReading reading, SymbolicationOptions options, Allowance memory) {
    if (!(reading instanceof ProfileReading.ReadProfile read)) {
      return new Reshaping(reading);
    }
    if (options.annotate()) {
      ProfileReading problem = annotationProblem(read.profile(), memory);
      if (problem != null) {
        return new Reshaping(problem);
      }
    }
    RowHead head;
    try {
      head = rowHead(read.profile(), options, memory);
    } catch (UnreadableException refused) {
      return new Reshaping(refused.reading());
    }
    if (!options.isReduced()) {
      return interpreted(read, null, head, options, memory);
    }
    String format = read.profile().format();
    if (!(read.profile() instanceof ReducibleProfile reducible)) {
      return refused(SymbolicationOptions.notReducible(format));
    }
    ReductionOptions wanted = new ReductionOptions(options.longTaskMillis(), options.compact());
    ReductionReading reduced = reducible.reduce(wanted, memory);
    if (reduced instanceof ReductionReading.UnreducedProfile problem) {
      return new Reshaping(problem.problem());
    }
    ReductionReading.ReducedProfile result = (ReductionReading.ReducedProfile) reduced;
    return interpreted(
        read(result.body(), format, memory), result.reduction(), head, options, memory);
  }

  /** Takes the memory of identities, and reads what rows say of the profile; null for no rows. */
  private static @Nullable RowHead rowHead(
      Profile profile, SymbolicationOptions options, Allowance memory) throws UnreadableException {
    RowsRequest rows = options.rows();
    if (rows == null) {
      return null;
    }
    if (!(profile instanceof TimedProfile timed) || !timed.isTimed()) {
      if (rows.areBeside()) {
        return null;
      }
      throw new UnreadableException(unavailable(rows.refusal(profile.format())));
    }
    memory.take(FrameIdentity.BYTES * profile.frames().size());
    return RowHead.of(timed, rows, options.builds().release());
  }

  /** Takes the memory of annotations; returns why there can be none, or null. */
  private static @Nullable ProfileReading annotationProblem(Profile profile, Allowance memory) {
    if (!(profile instanceof AnnotatedProfile annotated)) {
      return unavailable(SymbolicationOptions.notAnnotated(profile.format()));
    }
    memory.take(FrameIdentity.BYTES * profile.frames().size());
    return annotated.annotationProblem();
  }

  private static Reshaping refused(String detail) {
    return new Reshaping(unavailable(detail));
  }

  private static ProfileReading unavailable(String detail) {
    return new ProfileReading.Unavailable(false, detail);
  }

  private static ProfileReading read(byte[] body, String format, Allowance memory) {
    return ProfileReader.read(ProfileBody.of(body), format, ProfileLimits.DEFAULT, memory);
  }

  private static Reshaping interpreted(
      ProfileReading reading,
      @Nullable Reduction reduction,
      @Nullable RowHead head,
      SymbolicationOptions options,
      Allowance memory) {
    if ((options.output() == null && head == null)
        || !(reading instanceof ProfileReading.ReadProfile read)) {
      return new Reshaping(reading, reduction, null, null);
    }
    if (!(read.profile() instanceof TimedProfile timed) || !timed.isTimed()) {
      return refused(SymbolicationOptions.notTimed(read.profile().format()));
    }
    TimelineReading timeline = timed.timeline(memory);
    return timeline instanceof ReadTimeline interpreted
        ? new Reshaping(reading, reduction, interpreted, head)
        : new Reshaping(((TimelineReading.UnreadTimeline) timeline).problem());
  }

  /**
   * Removes from a reduced profile, once symbolicated, the scripts to which no frame refers any
   * more.
   *
   * @param format the name of the profile's format
   * @return null if there is too little memory to read it
   * @throws Allowance.Exceeded if there is too little to reduce it
   */
  static byte @Nullable [] pruned(byte[] symbolicated, String format, Allowance memory) {
    return read(symbolicated, format, memory) instanceof ProfileReading.ReadProfile read
            && read.profile() instanceof ReducibleProfile reducible
            && reducible.reduce(ReductionOptions.UNUSED_ONLY, memory)
                instanceof ReductionReading.ReducedProfile reduced
        ? reduced.body()
        : null;
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record ReshapedAnswer(
      Profile profile,
      Reshaping reshaping,
      Originals originals,
      SymbolicationReport report,
      byte @Nullable [] reportJson,
      byte @Nullable [] functionsJson,
      Timings timings) {

    private @Nullable OriginalFrame original(ProfileFrame frame) {
      return originals.get(frame.index());
    }

    private void write(OutputStream out) throws IOException {
      if (functionsJson != null && profile instanceof AnnotatedProfile annotated) {
        annotated.write(this::original, reportJson, functionsJson, out);
      } else {
        profile.write(this::original, reportJson, out);
      }
    }

    Symbolicated whole(long mostBytes) {
      return new Symbolicated(
          profile.format(), profile.mediaType(), mostBytes, report, timings, this::write);
    }

    /**
     * Returns a reduced profile without the scripts that no frame names any more.
     *
     * @param mostBytes the most bytes of the profile with these scripts
     */
    SymbolicationResult pruned(long mostBytes, Allowance memory) {
      memory.take(2 * mostBytes); // in a buffer that doubles
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        write(out);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      byte[] pruned = Reshaping.pruned(out.toByteArray(), profile.format(), memory);
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

    /**
     * Returns what was made of the samples.
     *
     * @param mostBytes the most bytes of the profile as a whole
     */
    SymbolicationResult interpreted(
        ReadTimeline timeline, long mostBytes, SymbolicationOptions options, Allowance memory) {
      RowHead head = reshaping.rowHead();
      RowsRequest wanted = options.rows();
      if (head == null || wanted == null) {
        return exported(timeline, options, memory);
      }
      ShownProfile shown = shown(timeline, memory);
      RowKind kind = wanted.kind();
      if (kind == null) {
        return new Interpreted(report, shown, head);
      }
      ProfileRows rows = new ProfileRows(kind, head, timeline, shown, memory);
      return wanted.areBeside() ? whole(mostBytes).with(rows) : rows(rows);
    }

    private ShownProfile shown(ReadTimeline timeline, Allowance memory) {
      return new ShownProfile(
          timeline.timeline(), profile, this::original, originals::identity, memory);
    }

    private SymbolicationResult rows(ProfileRows rows) {
      if (rows.mostBytes() > ExportLimits.DEFAULT.maxExportSize()) {
        return RejectedProfile.ofSize(
            "The rows",
            rows.mostBytes(),
            "Ask for rows=profiles or rows=functions, which do not spell out each stack, or keep less of the profile with keep=long-tasks.");
      }
      return new Symbolicated(
          profile.format(),
          ProfileRows.MEDIA_TYPE,
          rows.mostBytes(),
          report,
          timings,
          new AnswerShape(null, false, reduction()),
          rows::writeTo);
    }

    private SymbolicationResult exported(
        ReadTimeline timeline, SymbolicationOptions options, Allowance memory) {
      String output = options.output();
      ExportFormat format = output == null ? null : ExportFormat.named(output);
      if (format == null) {
        throw new IllegalArgumentException("There is no format " + output + ".");
      }
      Export export =
          Export.of(
              format,
              timeline,
              profile,
              this::original,
              originals.areAnnotated() ? originals::identity : null,
              reportJson,
              memory);
      if (export.mostBytes() > ExportLimits.DEFAULT.maxExportSize()) {
        return RejectedProfile.ofSize("The export", export.mostBytes(), advice(format));
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

    private static String advice(ExportFormat format) {
      return format == ExportFormat.CPUPROFILE || format == ExportFormat.FIREFOX
          ? "Send a shorter profile, or keep less of this one with keep=long-tasks."
          : "Ask for output=cpuprofile or output=firefox, which do not spell out each stack, or keep less of the profile with keep=long-tasks.";
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
}

package dev.symbolicator.symbolication;

import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The caller's options.
 *
 * @param report whether the answer has the member {@code symbolication}
 * @param rejectIncomplete whether {@link SymbolicationResult.Incomplete} is the answer if something
 *     missing may soon be there
 * @param qualifiedNames whether functions are named {@code Class.method} instead of as V8 would
 * @param builds of scripts of which the profile names none
 * @param keepsDebugMeta whether a Sentry profile keeps debug IDs of fully mapped scripts
 * @param contentType the declared media type
 * @param format the only one of {@link #formats} to read; null to look at the structure
 * @param output one of {@link #outputs} to answer in; null for the profile's own format
 * @param longTaskMillis the shortest task whose samples are kept; 0 to keep all
 * @param compact whether to remove what no sample uses, and to round times to microseconds
 * @param annotate whether the answer says which original function each frame is
 * @param rows the rows to answer in, or beside the profile, without an output, a report or
 *     annotations, or what is known of a profile of a sum; null for a profile alone
 */
public record SymbolicationOptions(
    boolean report,
    boolean rejectIncomplete,
    boolean qualifiedNames,
    GivenBuilds builds,
    boolean keepsDebugMeta,
    @Nullable String contentType,
    @Nullable String format,
    boolean summary,
    @Nullable String output,
    int longTaskMillis,
    boolean compact,
    boolean annotate,
    @Nullable RowsRequest rows) {

  public static final int USUAL_LONG_TASK_MILLIS = 50;

  public static final int MAX_LONG_TASK_MILLIS = 60_000;

  /**
   * The builds that a caller names beside a profile.
   *
   * @param release of all scripts; null for any
   * @param debugIds of single scripts by their URL, as the profile spells it
   */
  public record GivenBuilds(@Nullable String release, Map<String, String> debugIds) {
    public static final GivenBuilds NONE = new GivenBuilds(null, Map.of());
  }

  /**
   * Makes options that change nothing but frames.
   *
   * @param release of scripts of which the profile names none; null for any
   */
  public SymbolicationOptions(
      boolean report,
      boolean rejectIncomplete,
      boolean qualifiedNames,
      @Nullable String release,
      boolean keepsDebugMeta,
      @Nullable String contentType,
      @Nullable String format,
      boolean summary) {
    this(
        report,
        rejectIncomplete,
        qualifiedNames,
        new GivenBuilds(release, Map.of()),
        keepsDebugMeta,
        contentType,
        format,
        summary,
        null,
        0,
        false,
        false,
        null);
  }

  public SymbolicationOptions withContentType(@Nullable String newType) {
    return new SymbolicationOptions(
        report,
        rejectIncomplete,
        qualifiedNames,
        builds,
        keepsDebugMeta,
        newType,
        format,
        summary,
        output,
        longTaskMillis,
        compact,
        annotate,
        rows);
  }

  /** Returns these options for a profile that is added to a sum. */
  public SymbolicationOptions forSum(List<Dimension> dimensions) {
    return new SymbolicationOptions(
        false,
        rejectIncomplete,
        qualifiedNames,
        builds,
        keepsDebugMeta,
        contentType,
        format,
        false,
        null,
        longTaskMillis,
        compact,
        false,
        new RowsRequest(null, dimensions));
  }

  public static List<String> formats() {
    return Stream.concat(ProfileReader.names().stream(), LargeProfileReader.names().stream())
        .distinct()
        .toList();
  }

  public static List<String> outputs() {
    return ExportFormat.labels();
  }

  /** Tells whether the answer is the whole profile and nothing else, whatever can be answered. */
  boolean isPlain() {
    return !report
        && !rejectIncomplete
        && format == null
        && !summary
        && output == null
        && !annotate
        && rows == null
        && !isReduced();
  }

  boolean isReduced() {
    return longTaskMillis > 0 || compact;
  }

  /** Returns why options cannot be met without timed samples; null if none needs them. */
  public @Nullable String refusalWithoutSamples(String actual) {
    if (isReduced()) {
      return notReducible(actual);
    }
    if (annotate) {
      return notAnnotated(actual);
    }
    if (rows != null) {
      return rows.refusal(actual);
    }
    return output == null ? null : notTimed(actual);
  }

  static String notReducible(String actual) {
    return "Samples can be left out of a js-self-profile only, and the body is of the format %s. Leave the parameters keep and compact out."
        .formatted(actual);
  }

  static String notAnnotated(String actual) {
    return "Functions are annotated in a js-self-profile or a cpuprofile only, and the body is of the format %s. Leave the parameter annotate out."
        .formatted(actual);
  }

  static String notTimed(String actual) {
    return "An export needs samples with their times, which only a js-self-profile or a cpuprofile has, and the body is of the format %s. Leave the parameter output out."
        .formatted(actual);
  }
}

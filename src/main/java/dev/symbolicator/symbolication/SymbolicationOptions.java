package dev.symbolicator.symbolication;

import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The caller's options.
 *
 * @param report whether the answer has a report as its member {@code symbolication}
 * @param rejectIncomplete whether to answer {@link SymbolicationResult.Incomplete} if missing
 *     scripts or sources may be there a little later
 * @param qualifiedNames whether functions are named {@code Class.method} instead of as V8 would
 * @param release the release of scripts whose release the profile does not name; null for any
 * @param keepsDebugMeta whether a Sentry profile keeps the debug IDs of scripts whose frames were
 *     all mapped
 * @param contentType the declared media type of the profile; null if none is declared
 * @param format the only format to read, one of {@link #formats}; null for the format that the
 *     profile's structure shows
 * @param summary whether to answer with a summary instead of the profile
 * @param output the format of another tool to answer in, one of {@link #outputs}; null for the
 *     profile's own
 * @param longTaskMillis the shortest task whose samples are kept, in milliseconds; 0 to keep all
 * @param compact whether to remove what no sample uses, and to round time stamps to microseconds
 */
public record SymbolicationOptions(
    boolean report,
    boolean rejectIncomplete,
    boolean qualifiedNames,
    @Nullable String release,
    boolean keepsDebugMeta,
    @Nullable String contentType,
    @Nullable String format,
    boolean summary,
    @Nullable String output,
    int longTaskMillis,
    boolean compact) {

  /** The shortest task that the browser reports as a long task, in milliseconds. */
  public static final int USUAL_LONG_TASK_MILLIS = 50;

  /** The most that callers may take for the shortest long task, in milliseconds. */
  public static final int MAX_LONG_TASK_MILLIS = 60_000;

  /** Makes options that change nothing but frames. */
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
        release,
        keepsDebugMeta,
        contentType,
        format,
        summary,
        null,
        0,
        false);
  }

  /** Returns the same options for a profile of another declared media type. */
  public SymbolicationOptions withContentType(@Nullable String newType) {
    return new SymbolicationOptions(
        report,
        rejectIncomplete,
        qualifiedNames,
        release,
        keepsDebugMeta,
        newType,
        format,
        summary,
        output,
        longTaskMillis,
        compact);
  }

  /** Returns the names of all formats. */
  public static List<String> formats() {
    return Stream.concat(ProfileReader.names().stream(), LargeProfileReader.names().stream())
        .distinct()
        .toList();
  }

  /** Returns the names of all formats of exports. */
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
        && !isReduced();
  }

  /** Tells whether anything is left out of the profile. */
  boolean isReduced() {
    return longTaskMillis > 0 || compact;
  }

  /**
   * Returns why a profile cannot be answered with these options if its format has no samples with
   * times; null if no option needs them.
   *
   * @param actual the name of the profile's format
   */
  public @Nullable String refusalWithoutSamples(String actual) {
    if (isReduced()) {
      return notReducible(actual);
    }
    return output == null ? null : notTimed(actual);
  }

  /** Returns why no sample can be left out of a profile. */
  static String notReducible(String actual) {
    return "Samples can be left out of a js-self-profile only, and the body is of the format %s. Leave the parameters keep and compact out."
        .formatted(actual);
  }

  /** Returns why a profile cannot be exported. */
  static String notTimed(String actual) {
    return "An export needs samples with their times, which only a js-self-profile or a cpuprofile has, and the body is of the format %s. Leave the parameter output out."
        .formatted(actual);
  }
}

package dev.symbolicator.symbolication;

import dev.symbolicator.profile.formats.LargeProfileReader;
import dev.symbolicator.profile.formats.ProfileReader;
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
 */
public record SymbolicationOptions(
    boolean report,
    boolean rejectIncomplete,
    boolean qualifiedNames,
    @Nullable String release,
    boolean keepsDebugMeta,
    @Nullable String contentType,
    @Nullable String format,
    boolean summary) {

  /** Returns the names of all formats. */
  public static List<String> formats() {
    return Stream.concat(ProfileReader.names().stream(), LargeProfileReader.names().stream())
        .distinct()
        .toList();
  }
}

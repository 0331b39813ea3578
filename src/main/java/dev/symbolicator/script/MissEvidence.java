package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that explain why a script has no symbols. The failure lasts as long as the files stay
 * the same.
 *
 * @param files a script, and its map if that could be fetched
 * @param until the time before which the origin is not asked whether the files changed, in
 *     milliseconds since 1970
 */
record MissEvidence(FilePair files, long until) {
  /**
   * Returns the evidence of a failure.
   *
   * <p>A failure that follows from the files lasts for as long as the files are fresh. Two failures
   * do not: a map that could not be fetched, and a script and map of different versions, which may
   * have been fetched in the middle of a deployment.
   *
   * @param earliest the earliest time at which the origin may be asked, in milliseconds since 1970
   * @return null if the failure is passing, has other reasons, or the files may not be stored
   */
  static @Nullable MissEvidence of(Failed why, FilePair files, long earliest) {
    Expiry expiry = files.expiry();
    if (why.report().isPassing()
        || !expiry.storable()
        || !files.script().url().isHttp()
        || !(files.lacksMap() || why.status().followsFromFiles())) {
      return null;
    }
    boolean mayBeCured = files.lacksMap() || why.report().isMismatch();
    return new MissEvidence(files, mayBeCured ? earliest : Math.max(earliest, expiry.freshUntil()));
  }

  /** Returns the bytes of heap that the evidence takes at most. */
  long memory() {
    return files.memory();
  }

  /** Returns the number of UTF-16 units whose content the origin chooses. */
  int length() {
    WebUrl mapUrl = files.mapUrl();
    return length(files.script())
        + (mapUrl == null ? 0 : mapUrl.href().length())
        + length(files.map());
  }

  private static int length(@Nullable FileVersion file) {
    return file == null
        ? 0
        : Stream.concat(Stream.of(file.url().href()), file.headers().values().values().stream())
            .mapToInt(String::length)
            .sum();
  }
}

package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files from which it follows that a script has no symbols: for as long as they stay the same,
 * so does that.
 *
 * @param script the script
 * @param mapUrl where its map was asked for; null if it names none, or has it with it
 * @param map the map; null if there is none, and if it could not be fetched from its URL
 * @param until nobody is asked whether they changed before, in milliseconds since 1970
 */
record Basis(Copy script, @Nullable WebUrl mapUrl, @Nullable Copy map, long until) {
  private static final Set<ScriptStatus> OF_THE_FILES_ALONE =
      EnumSet.of(ScriptStatus.NO_SOURCE_MAP, ScriptStatus.MALFORMED, ScriptStatus.MISMATCH);

  /**
   * The basis of a failure.
   *
   * <p>One that follows from the script, or from script and map, lasts for as long as these are
   * fresh. That a map could not be fetched does not, nor that script and map are of different
   * versions: they may have been fetched in the middle of a deployment.
   *
   * @param earliest when somebody may be asked at the earliest
   * @return null if the failure passes, or has other reasons, or its files are not to be kept
   */
  static @Nullable Basis of(
      Failed why, Copy script, @Nullable WebUrl mapUrl, @Nullable Copy map, long earliest) {
    Expiry expiry = map == null ? script.expiry() : script.expiry().and(map.expiry());
    boolean lacksMap = mapUrl != null && map == null;
    if (why.passing()
        || !expiry.storable()
        || !script.url().isHttp()
        || !(lacksMap || OF_THE_FILES_ALONE.contains(why.status()))) {
      return null;
    }
    boolean mayBeCured = lacksMap || why.status() == ScriptStatus.MISMATCH;
    long until = mayBeCured ? earliest : Math.max(earliest, expiry.freshUntil());
    return new Basis(script, mapUrl, map, until);
  }

  /** Bytes that it takes in memory, at most. */
  long memory() {
    return script.memory() + Copy.memory(mapUrl) + (map == null ? 0 : map.memory());
  }

  /** Characters of what is kept of the files, which their origin decides on. */
  int length() {
    return length(script) + (mapUrl == null ? 0 : mapUrl.href().length()) + length(map);
  }

  private static int length(@Nullable Copy copy) {
    return copy == null
        ? 0
        : Stream.concat(Stream.of(copy.url().href()), copy.headers().values().values().stream())
            .mapToInt(String::length)
            .sum();
  }
}

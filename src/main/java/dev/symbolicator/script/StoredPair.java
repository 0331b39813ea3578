package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.link.DebugId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The files that the table of a stored map is made of.
 *
 * @param textSha256 null for a map without its script
 * @param expiry the time for which a map without its script answers
 * @param retryAfter the time after which the missing script may be there; zero if never
 */
record StoredPair(
    @Nullable String textSha256,
    String mapSha256,
    BuildIdentity build,
    Expiry expiry,
    Duration retryAfter) {

  /** Returns a pair whose files never change. */
  static StoredPair of(String textSha256, String mapSha256, BuildIdentity build) {
    return new StoredPair(textSha256, mapSha256, build, forEver(), Duration.ZERO);
  }

  /** Returns the pair of two files. */
  static StoredPair of(byte[] script, byte[] map) {
    BuildIdentity build = new BuildIdentity(ScriptContent.of(script), DebugId.ofMap(map));
    return of(Sha256.of(script), Sha256.of(map), build);
  }

  static Expiry forEver() {
    return new Expiry(true, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }
}

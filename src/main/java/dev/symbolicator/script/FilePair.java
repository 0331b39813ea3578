package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * A script and its source map. A symbol table, or a failure, follows from these two versions.
 *
 * @param mapUrl the URL that the script names for its map; null if the script names none, or holds
 *     its map
 * @param map the map; null if there is none, or if it could not be fetched from its URL
 * @param build the build that the two are of
 */
record FilePair(
    FileVersion script, @Nullable WebUrl mapUrl, @Nullable FileVersion map, BuildIdentity build) {
  /** Two hashes and the objects that hold them. */
  private static final int BUILD_MEMORY = 512;

  Expiry expiry() {
    return map == null ? script.expiry() : script.expiry().and(map.expiry());
  }

  /** Returns the pair with other answers for the same two URLs and contents. */
  FilePair with(FileVersion newScript, @Nullable FileVersion newMap) {
    return new FilePair(newScript, mapUrl, newMap, build);
  }

  /** Tells whether the script names a map that could not be fetched. */
  boolean lacksMap() {
    return mapUrl != null && map == null;
  }

  /** Returns the bytes of heap that the pair takes at most. */
  long memory() {
    return BUILD_MEMORY
        + script.memory()
        + FileVersion.memory(mapUrl)
        + (map == null ? 0 : map.memory());
  }
}

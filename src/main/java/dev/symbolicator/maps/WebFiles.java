package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/**
 * The identity of the files that the web serves now.
 *
 * @param mapDebugId the debug ID of the map; null if unknown
 */
record WebFiles(ScriptContent script, @Nullable String mapDebugId) {

  /** Returns the debug ID of the script, or else of its map; null if neither has one. */
  @Nullable String debugId() {
    return script.debugId() != null ? script.debugId() : mapDebugId;
  }

  boolean hasDebugId(String debugId) {
    return debugId.equals(script.debugId()) || debugId.equals(mapDebugId);
  }
}

package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/**
 * Tells which build a script and its map are of, so that uploaded maps of other builds are not
 * taken for theirs.
 *
 * @param mapDebugId the debug ID in the map; null if the map has none, or could not be fetched
 */
public record BuildIdentity(ScriptContent script, @Nullable String mapDebugId) {

  /** Returns the debug ID of the script, or else of its map; null if neither has one. */
  @Nullable String debugId() {
    return script.debugId() != null ? script.debugId() : mapDebugId;
  }

  /** Tells whether the script or its map has a debug ID. */
  public boolean hasDebugId(String debugId) {
    return debugId.equals(script.debugId()) || debugId.equals(mapDebugId);
  }
}

package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptContent;
import org.jspecify.annotations.Nullable;

/**
 * Tells which build a script and its map on the web are of, so that uploaded maps of other builds
 * are not taken for theirs.
 *
 * @param mapDebugId the debug ID in the map; null if the map has none, or could not be fetched
 */
public record BuildIdentity(ScriptContent script, @Nullable String mapDebugId) {
  /** Two hashes and the objects that hold them. */
  static final int MEMORY = 512;
}

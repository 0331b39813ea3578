package dev.symbolicator.script;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * What a script's URL last answered. Script and map are a pair: the block was made of these two and
 * serves no others.
 *
 * @param script the script
 * @param mapUrl where its map was asked for; null for an inline one
 * @param map the map; null for an inline one
 * @param shownMapUrl the map's URL as reports show it
 * @param block hash of the block's key
 * @param settings the configuration that the block was made under: {@link TableOptions#settings}
 * @param grants what script and map were fetched under: {@link TableOptions#grants}
 */
record ScriptRecord(
    Copy script,
    @Nullable WebUrl mapUrl,
    @Nullable Copy map,
    String shownMapUrl,
    String block,
    String settings,
    String grants) {

  Expiry expiry() {
    return map == null ? script.expiry() : script.expiry().and(map.expiry());
  }

  /** Bytes that it takes in memory, at most. */
  long memory() {
    return Copy.memory(mapUrl)
        + 2L * (shownMapUrl.length() + settings.length() + grants.length())
        + script.memory()
        + (map == null ? 0 : map.memory());
  }

  ScriptRecord with(Copy newScript, @Nullable Copy newMap) {
    return new ScriptRecord(newScript, mapUrl, newMap, shownMapUrl, block, settings, grants);
  }
}

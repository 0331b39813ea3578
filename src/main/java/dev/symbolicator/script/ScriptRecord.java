package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;

/**
 * The last answer of a script's URL, and the table that was made from that answer.
 *
 * @param files script and map; the table is valid for no others
 * @param shownMapUrl the map's URL as reports show it
 * @param block the hash of the table's key
 * @param settings the rules under which the table was made: {@link
 *     dev.symbolicator.sources.SourceRules#settings}
 * @param grants the grants under which script and map were fetched: {@link
 *     dev.symbolicator.fetch.FetchGrants#digest}
 */
record ScriptRecord(
    FilePair files, String shownMapUrl, String block, String settings, String grants) {

  Expiry expiry() {
    return files.expiry();
  }

  /** Returns the bytes of heap that the record takes at most. */
  long memory() {
    return 2L * (shownMapUrl.length() + settings.length() + grants.length()) + files.memory();
  }

  ScriptRecord with(FilePair newFiles) {
    return new ScriptRecord(newFiles, shownMapUrl, block, settings, grants);
  }
}

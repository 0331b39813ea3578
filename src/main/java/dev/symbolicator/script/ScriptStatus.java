package dev.symbolicator.script;

import java.util.Locale;

/** The status of one script of a profile. Reports and metrics use this closed list. */
public enum ScriptStatus {
  /** The script's source map was found and read. */
  FOUND,
  /** The script names no source map, neither in a header nor in a comment. */
  NO_SOURCE_MAP,
  /** The script or its map does not exist (404 or 410). */
  NOT_FOUND,
  /** The operator's configuration or an address check forbids the fetch. */
  BLOCKED,
  /** The URL does not look like a script's, or the answer is a page in place of a script. */
  NOT_A_SCRIPT,
  /** The URL is of a kind that cannot be fetched: blob:, chrome-extension: and the like. */
  UNSUPPORTED,
  /** The script or its map is larger than the configuration allows. */
  TOO_LARGE,
  /** The script or its map did not arrive within the time of one fetch. */
  TIMED_OUT,
  /** No connection, a broken one, or an answer that is neither the file nor "not found". */
  UNREACHABLE,
  /**
   * The script's origin failed again and again, or sent Retry-After. The origin is not asked for a
   * while; a later request may succeed.
   */
  LEFT_ALONE,
  /** The source map, its URL, or the coding of an answer cannot be read. */
  MALFORMED,
  /** The source map belongs to another version of the script, so the map is not used. */
  MISMATCH,
  /** The service had no memory or no connection to spare; a later request may succeed. */
  OVERLOADED,
  /** A fault of this service itself. */
  INTERNAL_ERROR,
  /** The script was still being loaded when the request's time was up; ask again later. */
  PENDING,
  /** The script was not looked up: the profile names more scripts than one request may ask for. */
  SKIPPED;

  /** Returns the status as reports and metrics spell it: {@code no-source-map}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

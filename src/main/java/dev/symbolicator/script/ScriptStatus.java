package dev.symbolicator.script;

import java.util.Locale;

/** The status of one script of a profile. Reports and metrics use this closed list. */
public enum ScriptStatus {
  /** The script's source map was found and read. */
  FOUND(FailureMemory.NEVER),
  /** Only the map is known; functions that are certain without the script were mapped. */
  SCRIPT_MISSING(FailureMemory.NEVER),
  /** The profile names a debug ID, and no place has a map of that ID. */
  DEBUG_ID_MISSING(FailureMemory.NEVER),
  /** The profile names a release, and the script's maps were uploaded for other releases only. */
  RELEASE_MISSING(FailureMemory.NEVER),
  /** The script names no source map, neither in a header nor in a comment. */
  NO_SOURCE_MAP(FailureMemory.WHILE_FILES_ARE_FRESH),
  /** The script or its map does not exist (404 or 410). */
  NOT_FOUND(FailureMemory.BRIEFLY),
  /** The operator's configuration or an address check forbids the fetch. */
  BLOCKED(FailureMemory.BRIEFLY),
  /** The URL does not look like a script's, or the answer is a page in place of a script. */
  NOT_A_SCRIPT(FailureMemory.BRIEFLY),
  /** The URL is of a kind that cannot be fetched: blob:, chrome-extension: and the like. */
  UNSUPPORTED(FailureMemory.BRIEFLY),
  /** The script or its map is larger than the configuration allows. */
  TOO_LARGE(FailureMemory.BRIEFLY),
  /** The script or its map did not arrive within the time of one fetch. */
  TIMED_OUT(FailureMemory.BRIEFLY),
  /** No connection, a broken one, or an answer that is neither the file nor "not found". */
  UNREACHABLE(FailureMemory.BRIEFLY),
  /** The origin failed repeatedly or sent Retry-After; a later request may succeed. */
  LEFT_ALONE(FailureMemory.NEVER),
  /** The source map, its URL, or the coding of an answer cannot be read. */
  MALFORMED(FailureMemory.WHILE_FILES_ARE_FRESH),
  /** The source map belongs to another version of the script, so the map is not used. */
  MISMATCH(FailureMemory.WHILE_FILES_ARE_FRESH),
  /** The service had no memory or no connection to spare; a later request may succeed. */
  OVERLOADED(FailureMemory.NEVER),
  /** A fault of this service itself. */
  INTERNAL_ERROR(FailureMemory.BRIEFLY),
  /** The script was still being loaded when the request's time was up; ask again later. */
  PENDING(FailureMemory.NEVER),
  /** The script was not looked up: the profile names more scripts than one request may ask for. */
  SKIPPED(FailureMemory.NEVER);

  enum FailureMemory {
    /** Not at all: loading again asks no origin that is in trouble. */
    NEVER,
    /** For the time to live of misses or failures. */
    BRIEFLY,
    /** For as long as the script and its map are fresh, since the failure follows from them. */
    WHILE_FILES_ARE_FRESH
  }

  private final FailureMemory memory;

  ScriptStatus(FailureMemory memory) {
    this.memory = memory;
  }

  boolean isRemembered() {
    return memory != FailureMemory.NEVER;
  }

  boolean followsFromFiles() {
    return memory == FailureMemory.WHILE_FILES_ARE_FRESH;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

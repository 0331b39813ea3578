package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.symbols.SymbolTable;
import org.jspecify.annotations.Nullable;

/** The result of looking a script up: its symbols, or why there are none. */
public sealed interface ScriptResult {

  /** Returns the script's status, as reports state it. */
  ScriptReport report();

  /** Returns the build of the script on the web; null if the script was not fetched. */
  @Nullable BuildIdentity build();

  /** Returns the report's status. */
  default ScriptStatus status() {
    return report().status();
  }

  /** Returns the report's detail. */
  default String detail() {
    return report().detail();
  }

  /**
   * The script has symbols. Its report is passing if missing sources may be there soon.
   *
   * @param isStale whether the script's origin is being asked whether the symbols are still right
   */
  record Found(
      SymbolTable symbols, ScriptReport report, boolean isStale, @Nullable BuildIdentity build)
      implements ScriptResult {

    /** Makes a result whose build is not known. */
    public Found(SymbolTable symbols, ScriptReport report, boolean isStale) {
      this(symbols, report, isStale, null);
    }

    /** Returns the same symbols, marked as stale. */
    public Found stale() {
      return new Found(symbols, report, true, build);
    }

    /** Returns the same symbols with another report. */
    public Found with(ScriptReport newReport) {
      return new Found(symbols, newReport, isStale, build);
    }
  }

  /** The script has no symbols; its frames stay as they are. */
  record Failed(ScriptReport report, @Nullable BuildIdentity build) implements ScriptResult {

    /** Makes a failure of a script that was not fetched. */
    public Failed(ScriptReport report) {
      this(report, null);
    }

    /** Returns this failure with the build of the script that was fetched. */
    Failed of(BuildIdentity fetched) {
      return new Failed(report, fetched);
    }

    /** A failure that lasts. */
    public Failed(ScriptStatus status, @Nullable String sourceMap, String detail) {
      this(ScriptReport.lasting(status, sourceMap, detail));
    }

    /** A failure that lasts and that happened before a source map was known. */
    public Failed(ScriptStatus status, String detail) {
      this(status, null, detail);
    }

    /** Returns a failure that may pass and that happened before a source map was known. */
    public static Failed passing(ScriptStatus status, String detail) {
      return new Failed(ScriptReport.passing(status, null, detail));
    }
  }
}

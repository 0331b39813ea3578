package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.symbols.SymbolTable;
import java.time.Duration;
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

  /**
   * The status of a script, as reports state it. Texts of more than {@link #MAX_LENGTH} characters
   * are cut, since thousands of reports of failures are remembered.
   *
   * @param sourceMap the source map's URL without its query, {@code data:} for an inline map, null
   *     if unknown
   * @param detail one sentence for people: the reason, and a remedy where there is one
   * @param retryAfter the time after which the same request may bring more without anyone's action;
   *     zero if never
   */
  public record ScriptReport(
      ScriptStatus status, @Nullable String sourceMap, String detail, Duration retryAfter) {

    /** The longest text, in UTF-16 units, without the ellipsis of a cut text. */
    static final int MAX_LENGTH = 1024;

    private static final Duration SOON = Duration.ofSeconds(1);

    /** Cuts texts that are too long. */
    public ScriptReport {
      sourceMap = sourceMap == null ? null : cut(sourceMap);
      detail = cut(detail);
    }

    private static String cut(String text) {
      if (text.length() <= MAX_LENGTH) {
        return text;
      }
      int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? -1 : 0;
      return text.substring(0, MAX_LENGTH + end) + '…';
    }

    /** Returns a report that stays true until someone changes the files or the configuration. */
    public static ScriptReport lasting(
        ScriptStatus status, @Nullable String sourceMap, String detail) {
      return new ScriptReport(status, sourceMap, detail, Duration.ZERO);
    }

    /** Returns a report that may be outdated soon, so asking again after a second may help. */
    public static ScriptReport passing(
        ScriptStatus status, @Nullable String sourceMap, String detail) {
      return new ScriptReport(status, sourceMap, detail, SOON);
    }

    /** Tells whether the same request may bring more a little later. */
    public boolean isPassing() {
      return !retryAfter.isZero();
    }

    /** Tells whether the profile or the map belongs to another version of the script. */
    public boolean isMismatch() {
      return status == ScriptStatus.MISMATCH;
    }
  }
}

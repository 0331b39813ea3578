package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.symbols.SymbolTable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of looking a script up: its symbols, or why there are none. */
public sealed interface ScriptResult {

  ScriptReport report();

  /** Returns the build of the script on the web; null if the script was not fetched. */
  @Nullable BuildIdentity build();

  default ScriptStatus status() {
    return report().status();
  }

  default String detail() {
    return report().detail();
  }

  /**
   * Symbols, stale while being checked. The report is passing if missing sources may be there soon.
   */
  record Found(
      SymbolTable symbols, ScriptReport report, boolean isStale, @Nullable BuildIdentity build)
      implements ScriptResult {

    public Found(SymbolTable symbols, ScriptReport report, boolean isStale) {
      this(symbols, report, isStale, null);
    }

    public Found stale() {
      return new Found(symbols, report, true, build);
    }

    public Found with(ScriptReport newReport) {
      return new Found(symbols, newReport, isStale, build);
    }
  }

  /** The script has no symbols; its frames stay as they are. */
  record Failed(ScriptReport report, @Nullable BuildIdentity build) implements ScriptResult {

    public Failed(ScriptReport report) {
      this(report, null);
    }

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
   * The status of a script; texts of more than {@link #MAX_LENGTH} characters are cut, since
   * thousands are remembered.
   *
   * @param sourceMap the map's URL without its query, {@code data:} for an inline map
   * @param detail one sentence: the reason, and a remedy where there is one
   * @param retryAfter the time after which the same request may bring more; zero if never
   */
  public record ScriptReport(
      ScriptStatus status, @Nullable String sourceMap, String detail, Duration retryAfter) {

    static final int MAX_LENGTH = 1024;

    private static final Duration SOON = Duration.ofSeconds(1);

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

    public static ScriptReport lasting(
        ScriptStatus status, @Nullable String sourceMap, String detail) {
      return new ScriptReport(status, sourceMap, detail, Duration.ZERO);
    }

    public static ScriptReport passing(
        ScriptStatus status, @Nullable String sourceMap, String detail) {
      return new ScriptReport(status, sourceMap, detail, SOON);
    }

    public boolean isPassing() {
      return !retryAfter.isZero();
    }

    /** Tells whether the profile or the map belongs to another version of the script. */
    public boolean isMismatch() {
      return status == ScriptStatus.MISMATCH;
    }
  }
}

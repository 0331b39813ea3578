package dev.symbolicator.script;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The status of a script, as reports state it. Texts of more than {@link #MAX_LENGTH} characters
 * are cut, since thousands of reports of failures are remembered.
 *
 * @param sourceMap the source map's URL without its query, {@code data:} for an inline map, null if
 *     unknown
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

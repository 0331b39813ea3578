package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptStatus;
import org.jspecify.annotations.Nullable;

/**
 * How it went with a script, without its table.
 *
 * @param sourceMap as {@link ScriptResult#sourceMap()}
 * @param detail as {@link ScriptResult#detail()}
 * @param passing as {@link ScriptResult#passing()}
 * @param retryAfterMillis as {@link ScriptResult.Failed#retryAfterMillis()}, 0 if it did not fail
 */
record ScriptOutcome(
    ScriptStatus status,
    @Nullable String sourceMap,
    String detail,
    boolean passing,
    long retryAfterMillis) {

  /** An outcome that lasts. */
  ScriptOutcome(ScriptStatus status, @Nullable String sourceMap, String detail) {
    this(status, sourceMap, detail, false, 0);
  }

  static ScriptOutcome of(ScriptResult result) {
    long retryAfter = result instanceof ScriptResult.Failed failed ? failed.retryAfterMillis() : 0;
    return new ScriptOutcome(
        result.status(), result.sourceMap(), result.detail(), result.passing(), retryAfter);
  }

  /** Whether the profile is of another version of the script. */
  boolean isMismatch() {
    return status == ScriptStatus.MISMATCH;
  }
}

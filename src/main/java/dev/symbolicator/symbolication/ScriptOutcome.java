package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptStatus;
import org.jspecify.annotations.Nullable;

/**
 * How it went with a script, without its table.
 *
 * @param sourceMap as {@link ScriptResult#sourceMap()}
 * @param detail as {@link ScriptResult#detail()}
 */
record ScriptOutcome(ScriptStatus status, @Nullable String sourceMap, String detail) {

  static ScriptOutcome of(ScriptResult result) {
    return new ScriptOutcome(result.status(), result.sourceMap(), result.detail());
  }
}

package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** What came of asking whether what is known of a script is still right. */
sealed interface Renewed {

  /**
   * It is used further on.
   *
   * @param record with what was answered
   * @param retry as {@link Outcome.Known#retry}
   * @param setback why that could not be learnt; null if it is right
   */
  record Same(ScriptRecord record, @Nullable Retry retry, @Nullable Failed setback)
      implements Renewed {}

  /** Something else came of it. */
  record Other(Outcome outcome) implements Renewed {}
}

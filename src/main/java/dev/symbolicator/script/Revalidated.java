package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** The outcome of a revalidation of a script's symbols. */
sealed interface Revalidated {

  /**
   * The symbols stay in use.
   *
   * @param record the record, updated by the origin's answer
   * @param schedule when to compile again; null if the symbols lack nothing
   * @param failure why the origin could not be asked; null if the origin confirmed the symbols
   */
  record StillValid(
      ScriptRecord record, @Nullable RecompileSchedule schedule, @Nullable Failed failure)
      implements Revalidated {}

  /** Another outcome replaces the symbols. */
  record Replaced(Outcome outcome) implements Revalidated {}
}

package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** The outcome of asking whether a script's symbols are still right. */
sealed interface Revalidated {

  /**
   * The symbols are used further on.
   *
   * @param record the record, updated by the origin's answer
   * @param schedule when to compile again; null if the symbols lack nothing
   * @param failure why the origin could not be asked; null if the origin confirmed the symbols
   */
  record StillValid(
      ScriptRecord record, @Nullable RecompileSchedule schedule, @Nullable Failed failure)
      implements Revalidated {}

  /** Something else takes the place of the symbols. */
  record Replaced(Outcome outcome) implements Revalidated {}
}

package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** What came of asking whether a script's symbols are still right. */
sealed interface Revalidated {

  /**
   * The symbols are used further on.
   *
   * @param record updated by what the origin answered
   * @param schedule when to compile again; null if the symbols lack nothing
   * @param failure why the origin could not be asked; null if it confirmed the symbols
   */
  record StillValid(
      ScriptRecord record, @Nullable RecompileSchedule schedule, @Nullable Failed failure)
      implements Revalidated {}

  /** Something else takes the place of the symbols. */
  record Replaced(Outcome outcome) implements Revalidated {}
}

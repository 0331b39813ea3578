package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;

/** What came of loading a script. */
sealed interface Outcome {

  /** What is said of the script. */
  ScriptResult result();

  /** The script has no symbols. */
  record Missed(Failed result) implements Outcome {}

  /**
   * The script has symbols.
   *
   * @param record what the script's URL last answered
   * @param result what was made of it
   */
  record Known(ScriptRecord record, ScriptResult.Found result) implements Outcome {

    Known with(ScriptRecord renewed) {
      return new Known(renewed, result);
    }
  }
}

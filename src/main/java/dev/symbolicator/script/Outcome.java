package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

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
   * @param retry when it is worth compiling again although neither script nor map changed, since
   *     sources could not be had for a while, or the configuration is another; null if it has all
   *     it ever will
   */
  record Known(ScriptRecord record, ScriptResult.Found result, @Nullable Retry retry)
      implements Outcome {

    Expiry.Use useAt(long now) {
      Expiry.Use use = record.expiry().at(now);
      return use == Expiry.Use.FRESH && retry != null && retry.isDueAt(now)
          ? Expiry.Use.STALE
          : use;
    }

    Known provisional(Retry later) {
      return new Known(record, result, later);
    }

    Known with(ScriptRecord renewed) {
      return new Known(renewed, result, retry);
    }
  }
}

package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import org.jspecify.annotations.Nullable;

/** The outcome of loading a script, with the data that keeps the outcome up to date. */
sealed interface Outcome {

  /** Returns the part that callers get. */
  ScriptResult result();

  /**
   * The script has no symbols.
   *
   * @param evidence the files that explain the failure; null if the script is loaded anew instead
   *     of asking whether files changed
   */
  record Missed(Failed result, @Nullable MissEvidence evidence) implements Outcome {
    /** A key, a cache entry, and the objects themselves. */
    private static final int OBJECT_BYTES = 512;

    /** A failure without evidence. */
    Missed(Failed result) {
      this(result, null);
    }

    /** Tells whether the origin need not be asked yet. */
    boolean isFreshAt(long now) {
      return evidence != null && now < evidence.until();
    }

    /** Returns the bytes of heap that remembering this outcome takes at most. */
    long memory() {
      String map = result.report().sourceMap();
      int texts = result.report().detail().length() + (map == null ? 0 : map.length());
      return OBJECT_BYTES + 2L * texts + (evidence == null ? 0 : evidence.memory());
    }
  }

  /**
   * The script has symbols.
   *
   * @param record the last answer of the script's URL
   * @param result the symbols that were made from the answer
   * @param schedule when to compile again; null if the symbols lack nothing
   */
  record Known(ScriptRecord record, Found result, @Nullable RecompileSchedule schedule)
      implements Outcome {

    /** Returns the bytes of heap that remembering this outcome takes at most, without its key. */
    long memory() {
      return result.symbols().size() + record.memory();
    }

    Expiry.Use useAt(long now) {
      Expiry.Use use = record.expiry().at(now);
      return use == Expiry.Use.FRESH && schedule != null && schedule.isDueAt(now)
          ? Expiry.Use.STALE
          : use;
    }

    /** Returns the same symbols, marked as stale: their origin is being asked. */
    Known stale() {
      return new Known(record, result.stale(), schedule);
    }

    /** Returns the same symbols with the record and schedule that the revalidation left. */
    Known revalidated(Revalidated.StillValid answer) {
      Known renewed = new Known(answer.record(), result, answer.schedule());
      return answer.failure() == null ? renewed : renewed.stale();
    }

    Known withSchedule(@Nullable RecompileSchedule newSchedule) {
      return new Known(record, result, newSchedule);
    }
  }
}

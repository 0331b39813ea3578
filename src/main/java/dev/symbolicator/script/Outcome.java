package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** What came of loading a script. */
sealed interface Outcome {

  /** What is said of the script. */
  ScriptResult result();

  /**
   * The script has no symbols.
   *
   * @param basis the files from which that follows, to be asked for again; null where the script is
   *     loaded again instead
   */
  record Missed(Failed result, @Nullable Basis basis) implements Outcome {
    /** Of the key, the entry of a cache and what is the same for all. */
    private static final int BYTES_BESIDES = 512;

    /** One of which nothing more is known. */
    Missed(Failed result) {
      this(result, null);
    }

    /** Whether it is told by files that nobody needs to ask for yet. */
    boolean isFreshAt(long now) {
      return basis != null && now < basis.until();
    }

    /** Bytes that it takes to remember it, at most. */
    long memory() {
      String map = result.sourceMap();
      int texts = result.detail().length() + (map == null ? 0 : map.length());
      return BYTES_BESIDES + 2L * texts + (basis == null ? 0 : basis.memory());
    }
  }

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

    /** Bytes that it takes to remember it, at most, its key not included. */
    long memory() {
      return result.symbols().size() + record.memory();
    }

    Expiry.Use useAt(long now) {
      Expiry.Use use = record.expiry().at(now);
      return use == Expiry.Use.FRESH && retry != null && retry.isDueAt(now)
          ? Expiry.Use.STALE
          : use;
    }

    /** The same to who may use it while its origin is asked. */
    Known stale() {
      return new Known(record, result.stale(), retry);
    }

    /** The same after its origin was asked, or could not be. */
    Known renewed(Renewed.Same same) {
      Known renewed = new Known(same.record(), result, same.retry());
      return same.setback() == null ? renewed : renewed.stale();
    }

    Known provisional(Retry later) {
      return new Known(record, result, later);
    }
  }
}

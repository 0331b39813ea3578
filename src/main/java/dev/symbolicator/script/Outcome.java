package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.Freshness;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.Revalidations.Revalidated;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.url.WebUrl;
import java.util.stream.Stream;
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

  /**
   * The files that explain why a script has no symbols. The failure lasts as long as the files stay
   * the same.
   *
   * @param files a script, and its map if that could be fetched
   * @param until the time before which the origin is not asked whether the files changed, in
   *     milliseconds since 1970
   */
  record MissEvidence(FilePair files, long until) {
    /**
     * Returns the evidence of a failure.
     *
     * <p>A failure that follows from the files lasts for as long as the files are fresh. Two
     * failures do not: a map that could not be fetched, and a script and map of different versions,
     * which may have been fetched in the middle of a deployment.
     *
     * @param earliest the earliest time at which the origin may be asked, in milliseconds since
     *     1970
     * @return null if the failure is passing, has other reasons, or the files may not be stored
     */
    static @Nullable MissEvidence of(Failed why, FilePair files, long earliest) {
      Expiry expiry = files.expiry();
      if (why.report().isPassing()
          || !expiry.storable()
          || !files.script().url().isHttp()
          || !(files.lacksMap() || why.status().followsFromFiles())) {
        return null;
      }
      boolean mayBeCured = files.lacksMap() || why.report().isMismatch();
      return new MissEvidence(
          files, mayBeCured ? earliest : Math.max(earliest, expiry.freshUntil()));
    }

    /** Returns the bytes of heap that the evidence takes at most. */
    long memory() {
      return files.memory();
    }

    /** Returns the number of UTF-16 units whose content the origin chooses. */
    int length() {
      WebUrl mapUrl = files.mapUrl();
      return length(files.script())
          + (mapUrl == null ? 0 : mapUrl.href().length())
          + length(files.map());
    }

    private static int length(@Nullable FileVersion file) {
      return file == null
          ? 0
          : Stream.concat(Stream.of(file.url().href()), file.headers().values().values().stream())
              .mapToInt(String::length)
              .sum();
    }
  }

  /**
   * Tells when a script is compiled again although neither script nor map changed: sources were
   * missing, or the configuration changed. Each pause is twice as long as the one before, within
   * limits.
   *
   * @param since when the script was compiled last, in milliseconds since 1970
   * @param pause milliseconds until the script is compiled again
   */
  record RecompileSchedule(long since, long pause) {

    /** Returns a schedule whose first pause is the shortest lifetime of a file. */
    static RecompileSchedule soon(long now, Freshness freshness) {
      return new RecompileSchedule(now, freshness.min().toMillis());
    }

    /** Returns a schedule that is due now. */
    static RecompileSchedule due(long now, Freshness freshness) {
      long pause = freshness.min().toMillis();
      return new RecompileSchedule(now - pause, pause);
    }

    boolean isDueAt(long now) {
      return now >= since + pause;
    }

    /** Returns the schedule after a compilation now that changed nothing. */
    RecompileSchedule next(long now, Freshness freshness) {
      return new RecompileSchedule(
          now, Math.min(2 * pause, Math.max(pause, freshness.max().toMillis())));
    }
  }
}

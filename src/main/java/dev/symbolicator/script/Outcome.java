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

sealed interface Outcome {

  ScriptResult result();

  /** The script has no symbols. Without evidence, it is loaded anew. */
  record Missed(Failed result, @Nullable MissEvidence evidence) implements Outcome {
    private static final int OBJECT_BYTES = 512;

    Missed(Failed result) {
      this(result, null);
    }

    boolean isFreshAt(long now) {
      return evidence != null && now < evidence.until();
    }

    long memory() {
      String map = result.report().sourceMap();
      int texts = result.report().detail().length() + (map == null ? 0 : map.length());
      return OBJECT_BYTES + 2L * texts + (evidence == null ? 0 : evidence.memory());
    }
  }

  /**
   * Symbols made from the last answer of the script's URL.
   *
   * @param schedule null if the symbols lack nothing
   */
  record Known(ScriptRecord record, Found result, @Nullable RecompileSchedule schedule)
      implements Outcome {

    long memory() {
      return result.symbols().size() + record.memory();
    }

    Expiry.Use useAt(long now) {
      Expiry.Use use = record.expiry().at(now);
      return use == Expiry.Use.FRESH && schedule != null && schedule.isDueAt(now)
          ? Expiry.Use.STALE
          : use;
    }

    Known stale() {
      return new Known(record, result.stale(), schedule);
    }

    Known revalidated(Revalidated.StillValid answer) {
      Known renewed = new Known(answer.record(), result, answer.schedule());
      return answer.failure() == null ? renewed : renewed.stale();
    }

    Known withSchedule(@Nullable RecompileSchedule newSchedule) {
      return new Known(record, result, newSchedule);
    }
  }

  /**
   * The files that explain why a script has no symbols, for as long as they stay the same.
   *
   * @param until the origin is not asked before this time, in milliseconds since 1970
   */
  record MissEvidence(FilePair files, long until) {
    /**
     * Returns evidence that lasts while the files are fresh, or until the earliest time for a map
     * that could not be fetched and for files of different versions, which may have been fetched in
     * the middle of a deployment. Null if the failure is passing, has other reasons, or the files
     * may not be stored.
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
   * When a script is compiled again although its files are the same: sources were missing, or the
   * configuration changed. In milliseconds, since 1970; each pause doubles within limits.
   */
  record RecompileSchedule(long since, long pause) {

    static RecompileSchedule soon(long now, Freshness freshness) {
      return new RecompileSchedule(now, freshness.min().toMillis());
    }

    static RecompileSchedule due(long now, Freshness freshness) {
      long pause = freshness.min().toMillis();
      return new RecompileSchedule(now - pause, pause);
    }

    boolean isDueAt(long now) {
      return now >= since + pause;
    }

    RecompileSchedule next(long now, Freshness freshness) {
      return new RecompileSchedule(
          now, Math.min(2 * pause, Math.max(pause, freshness.max().toMillis())));
    }
  }
}

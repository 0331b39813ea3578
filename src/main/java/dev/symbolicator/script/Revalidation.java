package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.OriginCheck.CheckExtent;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Revalidated.Replaced;
import dev.symbolicator.script.Revalidated.StillValid;
import dev.symbolicator.script.ScriptResult.Failed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a script's symbols may still be used, once its origin has answered.
 *
 * <p>Script and map are a pair. If either changed, or the origin no longer serves the map, the
 * symbols of the old pair are forgotten before the new pair is loaded. A script that is gone
 * changes nothing, since profiles of the script may still arrive. Nor does an unreachable origin,
 * until {@link dev.symbolicator.freshness.Expiry#errorUntil}. Symbols that lack sources, or were
 * made under another configuration, are compiled again on a {@link RecompileSchedule}.
 */
@ApplicationScoped
class Revalidation {
  private final OriginCheck origin;
  private final RecordStore records;
  private final ScriptFailures failures;
  private final FileVersions versions;

  Revalidation(
      OriginCheck origin, RecordStore records, ScriptFailures failures, FileVersions versions) {
    this.origin = origin;
    this.records = records;
    this.failures = failures;
    this.versions = versions;
  }

  /** Loads a script whose files changed. */
  interface Reload {
    /**
     * Loads the script.
     *
     * @param fetched the new files that were fetched already; closed by the caller
     */
    CompletableFuture<Outcome> load(LoadContext load, FetchedFiles fetched);
  }

  /**
   * The symbols in question.
   *
   * @param schedule when to compile again; null if the symbols lack nothing
   * @param isForced whether the origin is asked for the script even if that is fresh
   * @param running the revalidation, notified as soon as the symbols are known to be wrong
   */
  record Task(
      LoadContext load,
      ScriptRecord record,
      @Nullable RecompileSchedule schedule,
      boolean isForced,
      BackgroundRevalidations.Running running) {

    private CheckExtent extent(long now) {
      if (schedule != null && schedule.isDueAt(now)) {
        return CheckExtent.WHOLE_SCRIPT;
      }
      return isForced ? CheckExtent.SCRIPT : CheckExtent.STALE_FILES;
    }
  }

  /** Asks the origin, and loads changed files. */
  CompletableFuture<Revalidated> run(Task task, Reload reload) {
    return origin.check(
        task.load,
        task.record.files(),
        task.extent(versions.now()),
        answer -> decide(task, answer, reload));
  }

  private CompletableFuture<Revalidated> decide(
      Task task, OriginCheck.OriginAnswer answer, Reload reload) {
    if (answer instanceof OriginCheck.Unchanged unchanged) {
      ScriptRecord record = task.record.with(unchanged.files());
      return records
          .keep(task.load, record)
          .thenApply(kept -> new StillValid(record, task.schedule, null));
    }
    if (answer instanceof OriginCheck.SameScript same) {
      return reload
          .load(task.load, FetchedFiles.of(same.script()))
          .thenApply(outcome -> compiledAgain(task, outcome));
    }
    if (answer instanceof OriginCheck.Changed changed) {
      task.running.outdated();
      return reload.load(task.load, changed.fetched()).thenApply(Replaced::new);
    }
    return CompletableFuture.completedFuture(
        answer instanceof OriginCheck.ScriptFailed failed
            ? scriptFailed(task, failed.why())
            : mapFailed(task, (OriginCheck.MapFailed) answer));
  }

  /** Sources that stay missing are asked for less and less often. */
  private Revalidated compiledAgain(Task task, Outcome outcome) {
    if (!(outcome instanceof Known made)) {
      return new StillValid(task.record, nextSchedule(task), null);
    }
    return new Replaced(made.schedule() == null ? made : made.withSchedule(nextSchedule(task)));
  }

  private @Nullable RecompileSchedule nextSchedule(Task task) {
    RecompileSchedule schedule = task.schedule;
    return schedule == null ? null : schedule.next(versions.now(), versions.freshness());
  }

  private Revalidated scriptFailed(Task task, FetchFailure why) {
    boolean isGone = why.kind() == FetchFailure.Kind.NOT_FOUND;
    return failed(task, isGone || why.leavesFileUnknown(), failures.ofScript(why));
  }

  private Revalidated mapFailed(Task task, OriginCheck.MapFailed failed) {
    return failed(
        task, failed.why().leavesFileUnknown(), failures.ofMap(failed.why(), failed.mapUrl()));
  }

  /**
   * @param isOutlived whether the symbols may be used in spite of such a failure
   */
  private Revalidated failed(Task task, boolean isOutlived, Failed why) {
    if (isOutlived && task.record.expiry().outlivesErrorsAt(versions.now())) {
      return new StillValid(task.record, nextSchedule(task), why);
    }
    if (!isOutlived) {
      task.running.outdated();
    }
    return new Replaced(new Missed(why));
  }
}

package dev.symbolicator.script;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.FileLoader.FetchedFiles;
import dev.symbolicator.script.FileLoader.FileVersions;
import dev.symbolicator.script.OriginCheck.CheckExtent;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.MissEvidence;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Outcome.RecompileSchedule;
import dev.symbolicator.script.PendingLoadLimit.Reservation;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.Revalidations.Revalidated.Replaced;
import dev.symbolicator.script.Revalidations.Revalidated.StillValid;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.SingleFlight;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Revalidates symbols, at most once per script at a time, and misses; holds no symbols meanwhile.
 *
 * <p>If script or map changed, or the map is gone, the symbols are forgotten before the new pair is
 * loaded. A script that is gone changes nothing, since its profiles may still arrive; nor does an
 * unreachable origin until {@link dev.symbolicator.freshness.Expiry#errorUntil}, and it is left
 * alone for {@link ScriptConfig#minFresh}.
 */
@ApplicationScoped
class Revalidations {
  private final OriginCheck origin;
  private final MemoryTier memory;
  private final RecordStore records;
  private final PendingLoadLimit limit;
  private final ScriptFailures failures;
  private final FileVersions versions;
  private final long missesTimeToLive;
  private final SingleFlight<ScriptKey, Running> running = new SingleFlight<>();

  /** Why the last revalidation could not ask an origin, as long as nobody asks again. */
  private final Cache<StoreKey, Failed> recentFailures;

  /** The scripts whose origin was asked lately although they were fresh. */
  private final Cache<StoreKey, Boolean> recentlyForced;

  Revalidations(
      OriginCheck origin,
      MemoryTier memory,
      RecordStore records,
      PendingLoadLimit limit,
      ScriptFailures failures,
      FileVersions versions,
      ScriptConfig config) {
    this.origin = origin;
    this.memory = memory;
    this.records = records;
    this.limit = limit;
    this.failures = failures;
    this.versions = versions;
    missesTimeToLive = config.missesTimeToLive().toMillis();
    recentFailures = brief(config, versions);
    recentlyForced = brief(config, versions);
  }

  private static <V> Cache<StoreKey, V> brief(ScriptConfig config, FileVersions versions) {
    return Caffeine.newBuilder()
        .maximumSize(config.maxScripts())
        .expireAfterWrite(config.minFresh())
        .ticker(() -> TimeUnit.MILLISECONDS.toNanos(versions.now()))
        .executor(Runnable::run)
        .build();
  }

  interface Reload {
    /** Loads the script. The caller closes the new files that were fetched already. */
    CompletableFuture<Outcome> load(LoadContext load, FetchedFiles fetched);
  }

  sealed interface Revalidated {

    /** The symbols stay in use. A failure says why the origin could not be asked. */
    record StillValid(
        ScriptRecord record, @Nullable RecompileSchedule schedule, @Nullable Failed failure)
        implements Revalidated {}

    record Replaced(Outcome outcome) implements Revalidated {}
  }

  /**
   * Joins the revalidation of a script's symbols, or starts it; never fails.
   *
   * @param isForced whether the origin is asked for the script even if that is fresh
   */
  CompletableFuture<Revalidated> join(
      LoadContext load,
      ScriptRecord record,
      @Nullable RecompileSchedule schedule,
      boolean isForced,
      Reload reload) {
    ScriptKey key = load.key();
    boolean isOutlived = record.expiry().outlivesErrorsAt(versions.now());
    Failed recent = recentFailure(key);
    if (recent != null && isOutlived) {
      return CompletableFuture.completedFuture(new StillValid(record, schedule, recent));
    }
    Running others = running.underWay(key);
    if (others != null) {
      return others.result();
    }
    // The known record and the updated one are both in memory.
    Reservation reserved = limit.reserve(key, 2 * record.memory());
    if (reserved == null) {
      return CompletableFuture.completedFuture(
          isOutlived
              ? new StillValid(record, schedule, PendingLoadLimit.full())
              : new Replaced(new Missed(PendingLoadLimit.full())));
    }
    // The revalidation shares its record independently of the load that began it.
    LoadContext apart = new LoadContext(key, load.url());
    Running mine = new Running(apart, record, schedule, isForced, reserved);
    Running entered = running.enter(key, mine);
    if (entered == mine) {
      running.start(key, mine, () -> mine.run(reload));
    }
    return entered.result();
  }

  /** Returns why the origin could not be asked within {@link ScriptConfig#minFresh}, or null. */
  @Nullable Failed recentFailure(ScriptKey key) {
    return recentFailures.getIfPresent(key.record());
  }

  /**
   * Tells whether fresh symbols were not checked within {@link ScriptConfig#minFresh}, or are now.
   */
  boolean mayRevalidate(ScriptKey key) {
    return running.underWay(key) != null || recentlyForced.getIfPresent(key.record()) == null;
  }

  /** Returns the outcome by which a revalidation replaces the symbols; null if none does. */
  @Nullable CompletableFuture<Outcome> replacement(ScriptKey key) {
    Running current = running.underWay(key);
    return current == null || !current.isReplacing
        ? null
        : current.result().thenApply(answer -> ((Replaced) answer).outcome());
  }

  /** Returns why the origin could not be asked, once no revalidation of the script is under way. */
  CompletableFuture<@Nullable Failed> over(ScriptKey key) {
    Running current = running.underWay(key);
    if (current == null) {
      return CompletableFuture.completedFuture(recentFailure(key));
    }
    return current.reserved.grow(PendingLoadLimit.memoryOf(key))
        ? current.result().thenApply(answer -> recentFailure(key))
        : CompletableFuture.completedFuture(PendingLoadLimit.full());
  }

  private final class Running extends SingleFlight.Flight<Revalidated> {
    private final LoadContext load;
    private final ScriptRecord record;
    private final @Nullable RecompileSchedule schedule;
    private final boolean isForced;
    private final Reservation reserved;
    private volatile boolean isReplacing;

    Running(
        LoadContext load,
        ScriptRecord record,
        @Nullable RecompileSchedule schedule,
        boolean isForced,
        Reservation reserved) {
      this.load = load;
      this.record = record;
      this.schedule = schedule;
      this.isForced = isForced;
      this.reserved = reserved;
    }

    CompletableFuture<Revalidated> run(Reload reload) {
      if (isForced) {
        recentlyForced.put(load.key().record(), true);
      }
      return Futures.guarded(
              () -> origin.check(load, record.files(), extent(), answer -> decide(answer, reload)))
          .thenApply(this::remember)
          .exceptionally(fault -> new Replaced(ScriptLoads.missed(fault)));
    }

    private CheckExtent extent() {
      if (schedule != null && schedule.isDueAt(versions.now())) {
        return CheckExtent.WHOLE_SCRIPT;
      }
      return isForced ? CheckExtent.SCRIPT : CheckExtent.STALE_FILES;
    }

    private CompletableFuture<Revalidated> decide(OriginCheck.OriginAnswer answer, Reload reload) {
      if (answer instanceof OriginCheck.Unchanged unchanged) {
        ScriptRecord renewed = record.with(unchanged.files());
        return records
            .keep(load, renewed)
            .thenApply(kept -> new StillValid(renewed, schedule, null));
      }
      if (answer instanceof OriginCheck.SameScript same) {
        return reload.load(load, FetchedFiles.of(same.script())).thenApply(this::compiledAgain);
      }
      if (answer instanceof OriginCheck.Changed changed) {
        forget();
        return reload.load(load, changed.fetched()).thenApply(Replaced::new);
      }
      if (answer instanceof OriginCheck.ScriptFailed failed) {
        FetchFailure why = failed.why();
        boolean isGone = why.kind() == FetchFailure.Kind.NOT_FOUND;
        return failed(isGone || why.leavesFileUnknown(), failures.ofScript(why));
      }
      OriginCheck.MapFailed failed = (OriginCheck.MapFailed) answer;
      return failed(
          failed.why().leavesFileUnknown(), failures.ofMap(failed.why(), failed.mapUrl()));
    }

    private void forget() {
      isReplacing = true;
      memory.forget(load.key());
      records.forget(load.key());
    }

    /** Sources that stay missing are asked for less and less often. */
    private Revalidated compiledAgain(Outcome outcome) {
      if (!(outcome instanceof Known made)) {
        return new StillValid(record, nextSchedule(), null);
      }
      return new Replaced(made.schedule() == null ? made : made.withSchedule(nextSchedule()));
    }

    private @Nullable RecompileSchedule nextSchedule() {
      return schedule == null ? null : schedule.next(versions.now(), versions.freshness());
    }

    private CompletableFuture<Revalidated> failed(boolean isOutlived, Failed why) {
      if (isOutlived && record.expiry().outlivesErrorsAt(versions.now())) {
        return CompletableFuture.completedFuture(new StillValid(record, nextSchedule(), why));
      }
      if (!isOutlived) {
        forget();
      }
      return CompletableFuture.completedFuture(new Replaced(new Missed(why)));
    }

    private Revalidated remember(Revalidated answer) {
      ScriptKey key = load.key();
      if (answer instanceof Replaced replaced) {
        memory.remember(key, replaced.outcome());
      } else if (answer instanceof StillValid valid) {
        Failed failure = valid.failure();
        if (failure != null) {
          recentFailures.put(key.record(), failure);
        }
        memory.renew(key, valid.record(), valid.schedule());
      }
      return answer;
    }

    @Override
    public void close() {
      reserved.close();
    }
  }

  Missed missed(Failed why, FilePair files) {
    return new Missed(
        why.of(files.build()), MissEvidence.of(why, files, versions.now() + missesTimeToLive));
  }

  /** Asks the origin about a miss, and loads the script anew if one of the files changed. */
  CompletableFuture<Outcome> ofMiss(
      LoadContext load, Failed why, MissEvidence evidence, Reload reload) {
    return origin.check(
        load,
        evidence.files(),
        why.report().isMismatch() ? CheckExtent.BOTH_FILES : CheckExtent.STALE_FILES,
        answer ->
            answer instanceof OriginCheck.Changed changed
                ? reload.load(load, changed.fetched())
                : CompletableFuture.completedFuture(unchanged(why, answer)));
  }

  private Missed unchanged(Failed why, OriginCheck.OriginAnswer answer) {
    if (answer instanceof OriginCheck.Unchanged unchanged) {
      return missed(why, unchanged.files());
    }
    if (answer instanceof OriginCheck.ScriptFailed failed) {
      return new Missed(failures.ofScript(failed.why()));
    }
    if (answer instanceof OriginCheck.MapFailed failed) {
      return missed(failures.ofMap(failed.why(), failed.mapUrl()), failed.files());
    }
    throw new IllegalStateException("the check of a miss never fetches the whole script");
  }
}

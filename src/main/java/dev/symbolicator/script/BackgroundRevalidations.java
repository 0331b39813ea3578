package dev.symbolicator.script;

import dev.symbolicator.memory.LatestEntries;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.PendingLoadLimit.Reservation;
import dev.symbolicator.script.Revalidated.Replaced;
import dev.symbolicator.script.Revalidated.StillValid;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.SingleFlight;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs the revalidations of scripts, at most one per script at a time. Revalidations hold no
 * symbols, so many may run at once. After a failed revalidation the origin is not asked again for
 * {@link ScriptConfig#minFresh}.
 */
@ApplicationScoped
class BackgroundRevalidations {
  private final Revalidation revalidation;
  private final MemoryTier memory;
  private final RecordStore records;
  private final PendingLoadLimit limit;
  private final AskedOrigins asked;
  private final Clock clock;
  private final long pause;
  private final SingleFlight<ScriptKey, Running> running = new SingleFlight<>();
  private final Map<StoreKey, RecentFailure> recentFailures;

  BackgroundRevalidations(
      Revalidation revalidation,
      MemoryTier memory,
      RecordStore records,
      PendingLoadLimit limit,
      AskedOrigins asked,
      ScriptConfig config,
      Clock clock) {
    this.revalidation = revalidation;
    this.memory = memory;
    this.records = records;
    this.limit = limit;
    this.asked = asked;
    this.clock = clock;
    pause = config.minFresh().toMillis();
    recentFailures = new LatestEntries<>(config.maxScripts());
  }

  /** A revalidation under way. */
  final class Running extends SingleFlight.Flight<Revalidated> {
    private final ScriptKey key;
    private final Reservation memory;
    private volatile boolean isReplacing;

    private Running(ScriptKey key, Reservation memory) {
      this.key = key;
      this.memory = memory;
    }

    /** Forgets the symbols, which are known to be wrong. */
    void outdated() {
      isReplacing = true;
      BackgroundRevalidations.this.memory.forget(key);
      records.forget(key);
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** The reason why an origin could not be asked, and the time until which nobody asks again. */
  private record RecentFailure(Failed why, long until) {}

  /**
   * Joins the revalidation of a script, or starts it.
   *
   * @param schedule when to compile again; null if the symbols lack nothing
   * @param isForced whether the origin is asked for the script even if that is fresh
   * @return a future that never fails
   */
  CompletableFuture<Revalidated> join(
      LoadContext load,
      ScriptRecord record,
      @Nullable RecompileSchedule schedule,
      boolean isForced,
      Revalidation.Reload reload) {
    ScriptKey key = load.key();
    Failed recent = recentFailure(key);
    if (recent != null && record.expiry().outlivesErrorsAt(clock.millis())) {
      return CompletableFuture.completedFuture(new StillValid(record, schedule, recent));
    }
    Running others = running.underWay(key);
    if (others != null) {
      return others.result();
    }
    // The known record and the updated one are both in memory.
    Reservation reserved = limit.reserve(key, 2 * record.memory());
    if (reserved == null) {
      return CompletableFuture.completedFuture(full(record, schedule));
    }
    Running mine = new Running(key, reserved);
    Running entered = running.enter(key, mine);
    if (entered == mine) {
      running.start(key, mine, () -> run(load, record, schedule, isForced, mine, reload));
    }
    return entered.result();
  }

  private CompletableFuture<Revalidated> run(
      LoadContext load,
      ScriptRecord record,
      @Nullable RecompileSchedule schedule,
      boolean isForced,
      Running mine,
      Revalidation.Reload reload) {
    // The revalidation shares its record independently of the load that began it.
    LoadContext apart = new LoadContext(load.key(), load.url());
    Revalidation.Task task = new Revalidation.Task(apart, record, schedule, isForced, mine);
    if (isForced) {
      asked.checked(load.key());
    }
    return Futures.guarded(() -> revalidation.run(task, reload))
        .thenApply(answer -> remember(load.key(), answer))
        .exceptionally(fault -> new Replaced(ScriptLoads.missed(fault)));
  }

  private Revalidated full(ScriptRecord record, @Nullable RecompileSchedule schedule) {
    return record.expiry().outlivesErrorsAt(clock.millis())
        ? new StillValid(record, schedule, PendingLoadLimit.full())
        : new Replaced(new Missed(PendingLoadLimit.full()));
  }

  private Revalidated remember(ScriptKey key, Revalidated answer) {
    if (answer instanceof Replaced replaced) {
      memory.remember(key, replaced.outcome());
      return answer;
    }
    StillValid valid = (StillValid) answer;
    Failed failure = valid.failure();
    if (failure != null) {
      synchronized (recentFailures) {
        recentFailures.put(key.record(), new RecentFailure(failure, clock.millis() + pause));
      }
    }
    memory.renew(key, valid.record(), valid.schedule());
    return answer;
  }

  /**
   * Returns why the last revalidation of a script could not ask its origin; null if none failed
   * within the pause.
   */
  @Nullable Failed recentFailure(ScriptKey key) {
    StoreKey hashed = key.record();
    synchronized (recentFailures) {
      RecentFailure failure = recentFailures.get(hashed);
      if (failure != null && clock.millis() >= failure.until) {
        recentFailures.remove(hashed);
        return null;
      }
      return failure == null ? null : failure.why;
    }
  }

  /**
   * Tells whether a script may be found changed although its symbols are fresh: its origin was not
   * asked lately, or is being asked.
   *
   * @param loadsBefore as for {@link AskedOrigins#mayBeChecked}
   */
  boolean maySeeChange(ScriptKey key, long loadsBefore) {
    return running.underWay(key) != null || asked.mayBeChecked(key, loadsBefore);
  }

  /** Returns the number of loads so far: {@link AskedOrigins#loads}. */
  long loads() {
    return asked.loads();
  }

  /**
   * Returns the outcome with which a running revalidation replaces the symbols; null if none does.
   */
  @Nullable CompletableFuture<Outcome> replacement(ScriptKey key) {
    Running current = running.underWay(key);
    return current == null || !current.isReplacing
        ? null
        : current.result().thenApply(answer -> ((Replaced) answer).outcome());
  }

  /**
   * Returns a future that is done once no revalidation of the script is under way.
   *
   * @return why the origin could not be asked; null if it could be asked, or was not asked
   */
  CompletableFuture<@Nullable Failed> over(ScriptKey key) {
    Running current = running.underWay(key);
    if (current == null) {
      return CompletableFuture.completedFuture(recentFailure(key));
    }
    return current.memory.grow(PendingLoadLimit.memoryOf(key))
        ? current.result().thenApply(answer -> recentFailure(key))
        : CompletableFuture.completedFuture(PendingLoadLimit.full());
  }
}

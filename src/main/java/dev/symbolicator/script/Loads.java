package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.threads.Faults;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The loads on their way. A load belongs to nobody: whoever asks first starts it, whoever asks
 * meanwhile joins it, and no caller's deadline or disconnect ends it. Mutiny's operators on a value
 * of quarkus-cache would cancel the load for everybody, so the load is a future of its own and
 * every caller gets a copy; quarkus-cache then holds what came of it.
 */
@ApplicationScoped
class Loads {
  private static final Logger LOG = Logger.getLogger(Loads.class);

  private final MemoryTier memory;
  private final OverloadQueue overloaded;
  private final Clock clock;
  private final ConcurrentMap<ScriptKey, CompletableFuture<ScriptResult>> running =
      new ConcurrentHashMap<>();
  private final Counter hits;
  private final Counter misses;
  private final Counter joins;

  Loads(
      MemoryTier memory,
      TableCompiler compiler,
      ByteBudget budget,
      ScriptConfig config,
      Clock clock,
      MeterRegistry metrics) {
    this.memory = memory;
    this.clock = clock;
    overloaded = new OverloadQueue(budget, config, compiler.threads());
    hits = lookups(metrics, "hit");
    misses = lookups(metrics, "miss");
    joins = lookups(metrics, "joined");
  }

  private static Counter lookups(MeterRegistry metrics, String result) {
    return Counter.builder("symbolicator.cache")
        .description("Look-ups of scripts: known, joined one on its way, or loaded")
        .tag("result", result)
        .register(metrics);
  }

  /** Counts a look-up that needed no load. */
  void countHit() {
    hits.increment();
  }

  /**
   * Joins the load of a script, or starts it.
   *
   * @param again how it is started again when there is memory, null if it is not. It may wait long
   *     and is not charged, so it holds nothing large
   * @return the load itself: hand out copies only
   */
  CompletableFuture<ScriptResult> join(
      ScriptKey key,
      Supplier<CompletableFuture<Outcome>> load,
      @Nullable Supplier<CompletableFuture<Outcome>> again) {
    CompletableFuture<ScriptResult> mine = new CompletableFuture<>();
    CompletableFuture<ScriptResult> others = running.putIfAbsent(key, mine);
    if (others != null) {
      joins.increment();
      return others;
    }
    // What was on its way at the first look may have arrived and left `running` before the second.
    Known known = memory.known(key);
    if (known != null && known.useAt(clock.millis()) == Expiry.Use.FRESH) {
      hits.increment();
      running.remove(key, mine);
      mine.complete(known.result());
      return mine;
    }
    misses.increment();
    CompletableFuture<?> unused =
        ScriptLoader.guarded(load)
            .thenCompose(outcome -> again(key, outcome, again))
            .thenApply(outcome -> remember(key, outcome))
            .exceptionally(Loads::fault)
            .thenAccept(
                outcome -> {
                  running.remove(key, mine);
                  mine.complete(outcome.result());
                });
    return mine;
  }

  /** What is stale may be known to be wrong by the time that it was read. */
  private Outcome remember(ScriptKey key, Outcome outcome) {
    if (!(outcome instanceof Known known) || !known.result().isStale()) {
      memory.remember(key, outcome);
    }
    return outcome;
  }

  private CompletableFuture<Outcome> again(
      ScriptKey key, Outcome outcome, @Nullable Supplier<CompletableFuture<Outcome>> load) {
    return load != null && outcome.result().status() == ScriptStatus.OVERLOADED
        ? overloaded.retry(key.origin(), load, outcome)
        : CompletableFuture.completedFuture(outcome);
  }

  /** What is said of a script where this service fails. */
  static Outcome fault(Throwable fault) {
    Throwable cause = Faults.cause(fault);
    if (cause instanceof RejectedExecutionException) {
      return new Missed(Failed.passing(ScriptStatus.OVERLOADED, "The service is shutting down."));
    }
    LOG.errorf("a script could not be loaded because of %s", cause.getClass().getName());
    return new Missed(
        new Failed(
            ScriptStatus.INTERNAL_ERROR,
            "This service failed; its log says more. Report it as a bug."));
  }
}

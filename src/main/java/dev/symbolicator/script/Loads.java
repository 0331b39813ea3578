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

  /** What is kept of somebody who waits for a load until it ends, in bytes. */
  private static final int MEMORY_OF_CALLER = 256;

  private final MemoryTier memory;
  private final LoadingRoom room;
  private final OverloadQueue overloaded;
  private final Clock clock;
  private final ConcurrentMap<ScriptKey, Running> running = new ConcurrentHashMap<>();
  private final Counter hits;
  private final Counter misses;
  private final Counter joins;

  Loads(
      MemoryTier memory,
      LoadingRoom room,
      TableCompiler compiler,
      ByteBudget budget,
      ScriptConfig config,
      Clock clock,
      MeterRegistry metrics) {
    this.memory = memory;
    this.room = room;
    this.clock = clock;
    overloaded = new OverloadQueue(budget, config, compiler.threads());
    hits = lookups(metrics, "hit");
    misses = lookups(metrics, "miss");
    joins = lookups(metrics, "joined");
  }

  /** One on its way, and the room that it takes. */
  private record Running(CompletableFuture<ScriptResult> result, LoadingRoom.Place place) {}

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
   * @param again how it is started again when there is memory, null if it is not. It may wait long,
   *     so it holds nothing large
   * @return the load itself: hand out copies only
   */
  CompletableFuture<ScriptResult> join(
      ScriptKey key,
      Supplier<CompletableFuture<Outcome>> load,
      @Nullable Supplier<CompletableFuture<Outcome>> again) {
    Running others = running.get(key);
    if (others != null) {
      return joined(others);
    }
    LoadingRoom.Place place = room.enter(key, 0);
    if (place == null) {
      return full();
    }
    Running mine = new Running(new CompletableFuture<>(), place);
    others = running.putIfAbsent(key, mine);
    if (others != null) {
      place.close();
      return joined(others);
    }
    // What was on its way at the first look may have arrived and left `running` before the second.
    Known known = memory.known(key);
    if (known != null && known.useAt(clock.millis()) == Expiry.Use.FRESH) {
      hits.increment();
      end(key, mine, known);
      return mine.result;
    }
    misses.increment();
    CompletableFuture<?> unused =
        ScriptLoader.guarded(load)
            .thenCompose(outcome -> again(key, outcome, again))
            .thenApply(outcome -> remember(key, outcome))
            .exceptionally(Loads::fault)
            .thenAccept(outcome -> end(key, mine, outcome));
    return mine.result;
  }

  private CompletableFuture<ScriptResult> joined(Running others) {
    if (!others.place.grow(MEMORY_OF_CALLER)) {
      return full();
    }
    joins.increment();
    return others.result;
  }

  private static CompletableFuture<ScriptResult> full() {
    return CompletableFuture.completedFuture(LoadingRoom.full());
  }

  private void end(ScriptKey key, Running load, Outcome outcome) {
    running.remove(key, load);
    load.place.close();
    load.result.complete(outcome.result());
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

package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.PendingLoadLimit.Reservation;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.SingleFlight;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Runs the loads of scripts, at most one per script at a time, and remembers their outcomes. */
@Singleton
class ScriptLoads {
  private static final Logger LOG = Logger.getLogger(ScriptLoads.class);

  private static final int CALLER_BYTES = 256;

  private final MemoryTier memory;
  private final PendingLoadLimit limit;
  private final OverloadQueue overloaded;
  private final Clock clock;
  private final SingleFlight<ScriptKey, Loading> loading = new SingleFlight<>();
  private final Counter hits;
  private final Counter misses;
  private final Counter joins;

  @Inject
  ScriptLoads(
      MemoryTier memory,
      PendingLoadLimit limit,
      TableCompiler compiler,
      ByteBudget budget,
      Clock clock,
      MeterRegistry metrics) {
    this(
        memory,
        limit,
        new OverloadQueue(budget, ScriptLimits.DEFAULT, compiler.threads()),
        clock,
        metrics);
  }

  ScriptLoads(
      MemoryTier memory,
      PendingLoadLimit limit,
      OverloadQueue overloaded,
      Clock clock,
      MeterRegistry metrics) {
    this.memory = memory;
    this.limit = limit;
    this.overloaded = overloaded;
    this.clock = clock;
    hits = lookups(metrics, "hit");
    misses = lookups(metrics, "miss");
    joins = lookups(metrics, "joined");
  }

  private static final class Loading extends SingleFlight.Flight<ScriptResult> {
    private final Reservation memory;

    private Loading(Reservation memory) {
      this.memory = memory;
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  private static Counter lookups(MeterRegistry metrics, String result) {
    return Counter.builder("symbolicator.cache")
        .description(
            "Look-ups of scripts: answered from memory, joined to a load under way, or loaded")
        .tag("result", result)
        .register(metrics);
  }

  void countHit() {
    hits.increment();
  }

  /** Joins the load of a script, or starts one. A load that finds no memory is retried. */
  CompletableFuture<ScriptResult> join(ScriptKey key, Supplier<CompletableFuture<Outcome>> load) {
    return join(key, load, true);
  }

  CompletableFuture<ScriptResult> joinOnce(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load) {
    return join(key, load, false);
  }

  private CompletableFuture<ScriptResult> join(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load, boolean isRepeatable) {
    Loading others = loading.underWay(key);
    if (others != null) {
      return joined(others);
    }
    Reservation reserved = limit.reserve(key, 0);
    if (reserved == null) {
      return full();
    }
    Loading mine = new Loading(reserved);
    others = loading.enter(key, mine);
    if (others != mine) {
      return joined(others);
    }
    loading.start(key, mine, () -> run(key, load, isRepeatable));
    return mine.result();
  }

  private CompletableFuture<ScriptResult> joined(Loading others) {
    if (!others.memory.grow(CALLER_BYTES)) {
      return full();
    }
    joins.increment();
    return others.result();
  }

  private static CompletableFuture<ScriptResult> full() {
    return CompletableFuture.completedFuture(PendingLoadLimit.full());
  }

  private CompletableFuture<ScriptResult> run(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load, boolean isRepeatable) {
    // A load that ended since the caller looked into memory has left its result there.
    Known known = memory.known(key);
    if (known != null && known.useAt(clock.millis()) == Expiry.Use.FRESH) {
      hits.increment();
      return CompletableFuture.completedFuture(known.result());
    }
    misses.increment();
    return Futures.guarded(load)
        .thenCompose(
            outcome ->
                isRepeatable && outcome.result().status() == ScriptStatus.OVERLOADED
                    ? overloaded.retry(key.turn(), load, outcome)
                    : CompletableFuture.completedFuture(outcome))
        .thenApply(outcome -> remember(key, outcome))
        .exceptionally(ScriptLoads::missed)
        .thenApply(Outcome::result);
  }

  /** Stale symbols are not remembered: a revalidation may have found them wrong meanwhile. */
  private Outcome remember(ScriptKey key, Outcome outcome) {
    if (!(outcome instanceof Known known) || !known.result().isStale()) {
      memory.remember(key, outcome);
    }
    return outcome;
  }

  static Missed missed(Throwable fault) {
    Throwable cause = Futures.cause(fault);
    if (cause instanceof RejectedExecutionException) {
      return new Missed(Failed.passing(ScriptStatus.OVERLOADED, "The service is shutting down."));
    }
    LOG.errorf("a script could not be loaded because of %s", cause.getClass().getName());
    return new Missed(
        new Failed(
            ScriptStatus.INTERNAL_ERROR,
            "This service failed; its log says more. Report it as a bug."));
  }

  /**
   * The key of everything remembered about a script.
   *
   * @param name the URL without a fragment; a hash for a data: URL, which is the whole script
   */
  record ScriptKey(String scope, String name) {
    static ScriptKey of(ScriptRef ref) {
      return new ScriptKey(ref.scope(), ref.url().withoutFragment().href());
    }

    static ScriptKey ofData(String scope, byte[] script) {
      return new ScriptKey(scope, "data:" + Sha256.of(script));
    }

    /**
     * Returns a key of a fixed length, since many are remembered. It depends on the URL too, which
     * decides where the sources are, or which script on the web may belong to the map.
     */
    static ScriptKey ofStored(ScriptRef ref, String map, WebUrl url) {
      String name = map + " " + url.href();
      return new ScriptKey(
          ref.scope(), "stored:" + Sha256.of(name.getBytes(StandardCharsets.UTF_8)));
    }

    String origin() {
      WebUrl url = WebUrl.parse(name);
      return url == null ? name : url.origin();
    }

    Turn turn() {
      return new Turn(scope, origin());
    }

    StoreKey record() {
      return StoreKey.of(scope, StoreKey.StoredKind.RECORD, name.getBytes(StandardCharsets.UTF_8));
    }

    StoreKey block(String hash) {
      return new StoreKey(scope, StoreKey.StoredKind.BLOCK, hash);
    }
  }
}

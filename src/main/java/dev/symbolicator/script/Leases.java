package dev.symbolicator.script;

import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.SharedTier.Lease;
import dev.symbolicator.store.StoreConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one instance load a script that is new to all, while the others wait for what comes of it.
 * They wait no longer than a lease lasts, then load it themselves: Redis may say whatever it likes,
 * and can only cost duplicate work.
 */
@ApplicationScoped
class Leases {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final SharedTier shared;
  private final TableTiers tiers;
  private final Duration time;

  Leases(SharedTier shared, TableTiers tiers, StoreConfig config) {
    this.shared = shared;
    this.tiers = tiers;
    time = config.redis().lease();
  }

  /** Loads a script, or waits for the instance that does. */
  CompletableFuture<Outcome> load(ScriptKey key, Supplier<CompletableFuture<Outcome>> load) {
    return shared.isUsable()
        ? attempt(key, load, FIRST_WAIT_MILLIS, System.nanoTime() + time.toNanos())
        : load.get();
  }

  private CompletableFuture<Outcome> attempt(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load, long wait, long end) {
    return shared
        .lease(key.record(), time)
        .thenCompose(
            lease -> {
              if (lease != Lease.TAKEN) {
                return ScriptLoader.guarded(() -> found(key, load))
                    .whenComplete((outcome, fault) -> lease.release());
              }
              return System.nanoTime() - end >= 0 ? load.get() : waited(key, load, wait, end);
            });
  }

  /** Whoever had the lease before may have finished between our look and our lease. */
  private CompletableFuture<Outcome> found(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load) {
    return tiers.find(key).thenCompose(known -> orElse(known, load));
  }

  private CompletableFuture<Outcome> waited(
      ScriptKey key, Supplier<CompletableFuture<Outcome>> load, long wait, long end) {
    Executor later =
        CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS, tiers.threads());
    long next = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> tiers.find(key))
        .thenCompose(known -> orElse(known, () -> attempt(key, load, next, end)));
  }

  private static CompletableFuture<Outcome> orElse(
      @Nullable Outcome known, Supplier<CompletableFuture<Outcome>> otherwise) {
    return known == null ? otherwise.get() : CompletableFuture.completedFuture(known);
  }
}

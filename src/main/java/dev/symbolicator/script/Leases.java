package dev.symbolicator.script;

import dev.symbolicator.script.SharedTier.Lease;
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

  Leases(SharedTier shared, TableTiers tiers) {
    this.shared = shared;
    this.tiers = tiers;
    time = shared.leaseTime();
  }

  /** Loads a script, or waits for the instance that does. */
  CompletableFuture<Outcome> load(Load load, Supplier<CompletableFuture<Outcome>> work) {
    return shared.isUsable()
        ? attempt(load, load, work, FIRST_WAIT_MILLIS, System.nanoTime() + time.toNanos())
        : work.get();
  }

  /**
   * @param look has patience of its own each time: what that costs is part of the wait for somebody
   *     else's lease, which has its limit
   */
  private CompletableFuture<Outcome> attempt(
      Load load, Load look, Supplier<CompletableFuture<Outcome>> work, long wait, long end) {
    return shared
        .lease(load.key().record(), time, look.patience())
        .thenCompose(
            lease -> {
              if (lease != Lease.TAKEN) {
                return ScriptLoader.guarded(
                        () -> lease.isTooLate() ? found(look, work) : work.get())
                    .whenComplete((outcome, fault) -> release(load, lease));
              }
              long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
              return left <= 0 ? work.get() : waited(load, work, Math.min(wait, left), end);
            });
  }

  /** Not before the others find what came of it; nobody who wants the script waits for that. */
  private static void release(Load load, Lease lease) {
    CompletableFuture<?> unused = load.shared().whenComplete((shared, fault) -> lease.release());
  }

  /** Whoever had the lease before has finished between our look and our lease. */
  private CompletableFuture<Outcome> found(Load look, Supplier<CompletableFuture<Outcome>> work) {
    return tiers.find(look).thenCompose(known -> orElse(known, work));
  }

  private CompletableFuture<Outcome> waited(
      Load load, Supplier<CompletableFuture<Outcome>> work, long wait, long end) {
    Executor later =
        CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS, tiers.threads());
    long next = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    Load look = tiers.begin(load.key());
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> tiers.find(look))
        .thenCompose(known -> orElse(known, () -> attempt(load, look, work, next, end)));
  }

  private static CompletableFuture<Outcome> orElse(
      @Nullable Outcome known, Supplier<CompletableFuture<Outcome>> otherwise) {
    return known == null ? otherwise.get() : CompletableFuture.completedFuture(known);
  }
}

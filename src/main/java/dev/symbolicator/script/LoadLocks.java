package dev.symbolicator.script;

import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.SharedTier.Lock;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.Spans;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets one instance load a script that is new to all, while the others wait at most {@link
 * ScriptLimits#lockWait} for its record: a forged lock only delays, a lost one only duplicates.
 * Without locks, four instances that start together compile every script nearly four times; with
 * them, 1.1 times (src/test/load/RESULTS.md).
 */
@ApplicationScoped
class LoadLocks {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final SharedTier shared;
  private final LayeredStore store;
  private final Duration longestWait;

  @Inject
  LoadLocks(SharedTier shared, LayeredStore store) {
    this(shared, store, ScriptLimits.DEFAULT);
  }

  LoadLocks(SharedTier shared, LayeredStore store, ScriptLimits limits) {
    longestWait = limits.lockWait();
    this.shared = shared;
    this.store = store;
  }

  boolean areUsable() {
    return shared.isUsable();
  }

  /**
   * Runs the work once no other instance holds the lock, or the wait is over. The work looks for
   * another instance's record; without one, it loads if called with true, else returns null.
   */
  CompletableFuture<Outcome> inTurn(
      LoadContext load, Function<Boolean, CompletableFuture<@Nullable Outcome>> work) {
    return attempt(load, work, FIRST_WAIT_MILLIS, System.nanoTime());
  }

  private CompletableFuture<Outcome> attempt(
      LoadContext load,
      Function<Boolean, CompletableFuture<@Nullable Outcome>> work,
      long wait,
      long beginning) {
    return shared
        .lock(load.key().record())
        .thenCompose(
            lock -> {
              if (lock != Lock.TAKEN) {
                return Futures.guarded(() -> work.apply(true))
                    .whenComplete((outcome, fault) -> release(load, lock));
              }
              long waited = System.nanoTime() - beginning;
              return waited >= longestWait.toNanos()
                  ? work.apply(true)
                  : later(load, work, wait, beginning);
            });
  }

  private static void release(LoadContext load, Lock lock) {
    CompletableFuture<?> unused =
        load.sharing().shared().whenComplete((shared, fault) -> lock.release());
  }

  private CompletableFuture<Outcome> later(
      LoadContext load,
      Function<Boolean, CompletableFuture<@Nullable Outcome>> work,
      long wait,
      long beginning) {
    Executor later =
        CompletableFuture.delayedExecutor(
            wait, TimeUnit.MILLISECONDS, Spans.continuing(store.threads()));
    long next = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> work.apply(false))
        .thenCompose(
            outcome ->
                outcome == null
                    ? attempt(load, work, next, beginning)
                    : CompletableFuture.completedFuture(outcome));
  }
}

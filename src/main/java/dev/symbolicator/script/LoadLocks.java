package dev.symbolicator.script;

import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.SharedTier.Lock;
import dev.symbolicator.threads.Futures;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Lets one instance load a script that is new to all, while the others wait for its record. They
 * wait for a few seconds at most, then load the script themselves. So a forged lock costs a load
 * these seconds, and a lost one only costs duplicate work.
 *
 * <p>Without locks, four instances that start together compile every script nearly four times; with
 * them, 1.1 times (src/test/load/RESULTS.md).
 */
@ApplicationScoped
class LoadLocks {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final SharedTier shared;
  private final LayeredStore store;
  private final RecordStore records;
  private final Duration longestWait;

  @Inject
  LoadLocks(SharedTier shared, LayeredStore store, RecordStore records) {
    this(shared, store, records, ScriptLimits.DEFAULT);
  }

  LoadLocks(SharedTier shared, LayeredStore store, RecordStore records, ScriptLimits limits) {
    longestWait = limits.lockWait();
    this.shared = shared;
    this.store = store;
    this.records = records;
  }

  /**
   * Runs the work of a load when no other instance loads the script.
   *
   * @param work is told whether another instance may have stored a record meanwhile
   */
  CompletableFuture<Outcome> inTurn(
      LoadContext load, Function<Boolean, CompletableFuture<Outcome>> work) {
    return shared.isUsable()
        ? attempt(load, work, FIRST_WAIT_MILLIS, System.nanoTime())
        : work.apply(false);
  }

  private CompletableFuture<Outcome> attempt(
      LoadContext load,
      Function<Boolean, CompletableFuture<Outcome>> work,
      long wait,
      long beginning) {
    return shared
        .lock(load.key().record())
        .thenCompose(
            lock -> {
              if (lock != Lock.TAKEN) {
                // The instance that had it may have ended between our look and our lock.
                return Futures.guarded(() -> work.apply(true))
                    .whenComplete((outcome, fault) -> release(load, lock));
              }
              long waited = System.nanoTime() - beginning;
              return waited >= longestWait.toNanos()
                  ? work.apply(false)
                  : later(load, work, wait, beginning);
            });
  }

  /** Releases a lock once the other instances can find what came of the load. */
  private static void release(LoadContext load, Lock lock) {
    CompletableFuture<?> unused =
        load.sharing().shared().whenComplete((shared, fault) -> lock.release());
  }

  private CompletableFuture<Outcome> later(
      LoadContext load,
      Function<Boolean, CompletableFuture<Outcome>> work,
      long wait,
      long beginning) {
    Executor later =
        CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS, store.threads());
    long next = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> records.find(load.key()))
        .thenCompose(
            record -> record == null ? attempt(load, work, next, beginning) : work.apply(true));
  }
}

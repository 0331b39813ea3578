package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Loads that found no memory, tried again one after another, each as soon as half of the byte
 * budget is free, and until its time is over: those who come meanwhile may have taken what was
 * free. So large scripts that come together queue instead of failing. A load that takes longer than
 * its time, for one since its origin drips, goes on, but the next one no longer waits for it.
 */
final class OverloadQueue {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 800;

  private final ByteBudget budget;
  private final int maxWaiting;
  private final Duration maxWait;
  private final Executor executor;
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
  private int waiting;

  /**
   * @param executor where loads are started again
   */
  OverloadQueue(ByteBudget budget, ScriptConfig config, Executor executor) {
    this.budget = budget;
    this.executor = executor;
    maxWaiting = config.maxWaiting();
    maxWait = config.maxWait();
  }

  /**
   * Tries a load again when its turn has come.
   *
   * @param otherwise what came of it the first time, and stays so if too many are waiting
   */
  synchronized CompletableFuture<Outcome> retry(
      Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
    if (waiting == maxWaiting) {
      return CompletableFuture.completedFuture(otherwise);
    }
    waiting++;
    CompletableFuture<Turn> turn = last.handle((done, fault) -> new Turn(load));
    CompletableFuture<Outcome> result =
        turn.thenCompose(Turn::begin).whenComplete((done, fault) -> leave());
    last = CompletableFuture.anyOf(result, turn.thenCompose(begun -> after(maxWait.toMillis())));
    return result;
  }

  private synchronized void leave() {
    waiting--;
  }

  private CompletableFuture<Void> after(long millis) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, executor));
  }

  /** The one load that is being tried. */
  private final class Turn {
    private final Supplier<CompletableFuture<Outcome>> load;
    private final long endsAt = System.nanoTime() + maxWait.toNanos();
    private boolean failedAlone;

    Turn(Supplier<CompletableFuture<Outcome>> load) {
      this.load = load;
    }

    CompletableFuture<Outcome> begin() {
      return attempt(FIRST_WAIT_MILLIS);
    }

    private CompletableFuture<Outcome> attempt(long nextWait) {
      boolean late = System.nanoTime() - endsAt >= 0;
      if (!late && budget.used() > budget.limit() / 2) {
        return later(FIRST_WAIT_MILLIS, nextWait);
      }
      return load.get().thenCompose(outcome -> judge(outcome, late, nextWait));
    }

    private CompletableFuture<Outcome> judge(Outcome outcome, boolean late, long nextWait) {
      boolean alone = budget.used() == 0; // It needs more than there is, as it seems.
      if (late
          || outcome.result().status() != ScriptStatus.OVERLOADED
          || (alone && failedAlone)) { // The first time somebody else may just have finished.
        return CompletableFuture.completedFuture(outcome);
      }
      failedAlone |= alone;
      return later(nextWait, Math.min(2 * nextWait, LONGEST_WAIT_MILLIS));
    }

    private CompletableFuture<Outcome> later(long millis, long nextWait) {
      return after(millis).thenCompose(waited -> attempt(nextWait));
    }
  }
}

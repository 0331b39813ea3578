package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.threads.Slots;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads that found no memory, tried again one after another, each as soon as half of the byte
 * budget is free, and until its time is over: those who come meanwhile may have taken what was
 * free. So large scripts that come together queue instead of failing; origins take turns, so that
 * many of one hold up its own only. A load that takes longer than its time, for one since its
 * origin drips, goes on, but the next one no longer waits for it.
 */
final class OverloadQueue {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 800;

  private final ByteBudget budget;
  private final Slots turns;
  private final Duration maxWait;
  private final Executor executor;

  /**
   * @param executor where loads are started again
   */
  OverloadQueue(ByteBudget budget, ScriptConfig config, Executor executor) {
    this.budget = budget;
    this.executor = executor;
    turns = new Slots(1, 1, config.maxWaiting() - 1); // Whose turn it is waits too.
    maxWait = config.maxWait();
  }

  /**
   * Tries a load again when its turn has come.
   *
   * @param otherwise what came of it the first time, and stays so if too many are waiting
   */
  CompletableFuture<Outcome> retry(
      String origin, Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
    Turn turn = new Turn(origin, load, otherwise);
    turns.start(origin, turn);
    return turn.result;
  }

  private CompletableFuture<Void> after(long millis) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, executor));
  }

  /** A load that waits for its turn, or has it. */
  private final class Turn implements Slots.Job {
    private final String origin;
    private final Supplier<CompletableFuture<Outcome>> load;
    private final Outcome otherwise;
    private final CompletableFuture<Outcome> result = new CompletableFuture<>();
    private long endsAt;
    private boolean failedAlone;

    Turn(String origin, Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
      this.origin = origin;
      this.load = load;
      this.otherwise = otherwise;
    }

    @Override
    public void run() {
      endsAt = System.nanoTime() + maxWait.toNanos();
      CompletableFuture<?> tried =
          CompletableFuture.completedFuture(FIRST_WAIT_MILLIS)
              .thenComposeAsync(this::attempt, executor)
              .whenComplete(this::end);
      CompletableFuture<?> unused =
          CompletableFuture.anyOf(tried, after(maxWait.toMillis()))
              .whenComplete((done, fault) -> turns.end(origin));
    }

    @Override
    public void refuse() {
      result.complete(otherwise);
    }

    private void end(@Nullable Outcome outcome, @Nullable Throwable fault) {
      if (fault != null) {
        result.completeExceptionally(fault);
      } else {
        result.complete(outcome);
      }
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

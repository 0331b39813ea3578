package dev.symbolicator.script;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Retries loads that found no memory, one after another, each as soon as half of the byte budget is
 * free, until its time is over. Tenants take turns, and the origins of a tenant. A load that runs
 * longer than its time goes on, but the next one starts: the first one's origin may be dripping.
 */
final class OverloadQueue {
  private static final long FIRST_WAIT_MILLIS = 50;
  private static final long LONGEST_WAIT_MILLIS = 800;

  private final ByteBudget budget;
  private final Slots turns;
  private final Duration maxWait;
  private final Executor executor;

  OverloadQueue(ByteBudget budget, ScriptLimits limits, Executor executor) {
    this.budget = budget;
    this.executor = executor;
    turns = new Slots(1, 1, limits.waiting() - 1); // The load whose turn it is counts too.
    maxWait = limits.tryTime();
  }

  /** Retries a load when its turn has come; if too many wait, the result is the first outcome. */
  CompletableFuture<Outcome> retry(
      Turn turn, Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
    RetriedLoad retried = new RetriedLoad(turn, load, otherwise);
    turns.start(turn, retried);
    return retried.result;
  }

  private CompletableFuture<Void> after(long millis) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, executor));
  }

  private final class RetriedLoad implements Slots.Job {
    private final Turn turn;
    private final Supplier<CompletableFuture<Outcome>> load;
    private final Outcome otherwise;
    private final CompletableFuture<Outcome> result = new CompletableFuture<>();
    private long endsAt;
    private boolean failedAlone;

    RetriedLoad(Turn turn, Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
      this.turn = turn;
      this.load = Context.current().wrapSupplier(load);
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
              .whenComplete((done, fault) -> turns.end(turn));
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
      boolean isLate = System.nanoTime() - endsAt >= 0;
      if (!isLate && budget.used() > budget.limit() / 2) {
        return later(FIRST_WAIT_MILLIS, nextWait);
      }
      return load.get().thenCompose(outcome -> judge(outcome, isLate, nextWait));
    }

    private CompletableFuture<Outcome> judge(Outcome outcome, boolean isLate, long nextWait) {
      boolean isAlone = budget.used() == 0; // The load seems to need more than there is.
      if (isLate
          || outcome.result().status() != ScriptStatus.OVERLOADED
          || (isAlone && failedAlone)) { // The first time, another load may just have ended.
        return CompletableFuture.completedFuture(outcome);
      }
      failedAlone |= isAlone;
      return later(nextWait, Math.min(2 * nextWait, LONGEST_WAIT_MILLIS));
    }

    private CompletableFuture<Outcome> later(long millis, long nextWait) {
      return after(millis).thenCompose(waited -> attempt(nextWait));
    }
  }
}

package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Loads that found no memory, tried again one after another, each as soon as half of the byte
 * budget is free. So large scripts that come together queue instead of failing.
 */
final class OverloadQueue {
  private static final int MAX_WAITING = 1000;
  private static final int MAX_LOOKS = 200;
  private static final long MILLIS_BETWEEN_LOOKS = 50;

  private final ByteBudget budget;
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
  private int waiting;

  OverloadQueue(ByteBudget budget) {
    this.budget = budget;
  }

  /**
   * Tries a load again when its turn has come.
   *
   * @param otherwise what came of it the first time, and stays so if too many are waiting
   */
  synchronized CompletableFuture<Outcome> retry(
      Supplier<CompletableFuture<Outcome>> load, Outcome otherwise) {
    if (waiting == MAX_WAITING) {
      return CompletableFuture.completedFuture(otherwise);
    }
    waiting++;
    CompletableFuture<Outcome> result =
        last.handle((done, fault) -> MAX_LOOKS)
            .thenCompose(this::room)
            .thenCompose(free -> load.get())
            .whenComplete((done, fault) -> leave());
    last = result;
    return result;
  }

  private synchronized void leave() {
    waiting--;
  }

  private CompletionStage<Void> room(int looks) {
    if (looks == 0 || budget.used() <= budget.limit() / 2) {
      return CompletableFuture.completedFuture(null);
    }
    Executor later = CompletableFuture.delayedExecutor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later).thenCompose(looked -> room(looks - 1));
  }
}

package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.symbolication.ScriptResolver.TableUse;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The look-ups of one request that are under way. Uses each table that is found. */
final class RunningLookUps {
  private final TableUse use;
  private final Predicate<ScriptReport> isToBeRenewed;
  private final Failed pending;

  /** A finished look-up is removed: its table may be large. */
  private final Map<Integer, CompletableFuture<ScriptResult>> results = new ConcurrentHashMap<>();

  private volatile boolean isOver;

  /**
   * Has no look-up yet.
   *
   * @param isToBeRenewed tells which reports must not come from a stale table
   * @param pending the result of a look-up that is under way at the end
   */
  RunningLookUps(TableUse use, Predicate<ScriptReport> isToBeRenewed, Failed pending) {
    this.use = use;
    this.isToBeRenewed = isToBeRenewed;
    this.pending = pending;
  }

  /**
   * Uses a table on the thread that found the table, so no more tables are read than can be used.
   * An event loop hands this work over to a worker thread.
   *
   * @param renewed finds the script again once its origin has answered; null if a stale table is
   *     good enough
   */
  CompletableFuture<ScriptReport> report(
      int script,
      CompletableFuture<ScriptResult> result,
      @Nullable Supplier<CompletableFuture<ScriptResult>> renewed) {
    results.put(script, result);
    if (isOver) {
      result.complete(pending);
    }
    return result.thenCompose(
        found -> {
          results.remove(script);
          return found instanceof Found table && Context.isOnEventLoopThread()
              ? CompletableFuture.supplyAsync(
                      () -> use.use(script, table), Infrastructure.getDefaultWorkerPool())
                  .thenCompose(report -> orRenewed(script, found, report, renewed))
              : orRenewed(script, found, used(script, found), renewed);
        });
  }

  private ScriptReport used(int script, ScriptResult result) {
    return result instanceof Found found ? use.use(script, found) : result.report();
  }

  private CompletableFuture<ScriptReport> orRenewed(
      int script,
      ScriptResult result,
      ScriptReport report,
      @Nullable Supplier<CompletableFuture<ScriptResult>> renewed) {
    return renewed != null
            && result instanceof Found found
            && found.isStale()
            && isToBeRenewed.test(report)
        ? report(script, renewed.get(), null)
        : CompletableFuture.completedFuture(report);
  }

  /** Ends all look-ups, and those that begin later. */
  void end() {
    isOver = true;
    results.values().forEach(result -> result.complete(pending));
  }
}

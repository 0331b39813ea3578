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
import org.jspecify.annotations.Nullable;

/** The look-ups of one request that are under way. Uses each table that is found. */
final class RunningLookUps {
  private final TableUse use;

  /** A finished look-up is removed: its table may be large. */
  private final Map<Integer, CompletableFuture<ScriptResult>> results = new ConcurrentHashMap<>();

  /** The result of each look-up after the end; null before. */
  private volatile @Nullable Failed end;

  RunningLookUps(TableUse use) {
    this.use = use;
  }

  /**
   * Uses a table on the thread that found the table, so no more tables are read than can be used.
   * An event loop on which a fetch ended hands this work over to a worker thread.
   *
   * @param renewal finds the script again, once its origin has answered
   */
  CompletableFuture<ScriptReport> report(
      int script, CompletableFuture<ScriptResult> result, Renewal renewal) {
    results.put(script, result);
    Failed pending = end;
    if (pending != null) {
      result.complete(pending);
    }
    boolean isKnown = result.isDone();
    return result.thenCompose(
        found -> {
          results.remove(script);
          return found instanceof Found table && !isKnown && Context.isOnEventLoopThread()
              ? CompletableFuture.supplyAsync(
                      () -> use.use(script, table), Infrastructure.getDefaultWorkerPool())
                  .thenCompose(report -> orRenewed(script, table, report, renewal))
              : orRenewed(script, found, used(script, found), renewal);
        });
  }

  private ScriptReport used(int script, ScriptResult result) {
    return result instanceof Found found ? use.use(script, found) : result.report();
  }

  private CompletableFuture<ScriptReport> orRenewed(
      int script, ScriptResult result, ScriptReport report, Renewal renewal) {
    CompletableFuture<ScriptResult> renewed =
        result instanceof Found found ? renewal.of(found, report) : null;
    return renewed == null
        ? CompletableFuture.completedFuture(report)
        : report(script, renewed, Renewal.NONE);
  }

  /** Decides whether a script is found again after its table was used. */
  @FunctionalInterface
  interface Renewal {
    /** Every table is good enough. */
    Renewal NONE = (found, report) -> null;

    /** Finds the script again; returns null if the table is good enough. */
    @Nullable CompletableFuture<ScriptResult> of(Found found, ScriptReport report);
  }

  /** Ends all look-ups, and those that begin later, with a result. */
  void end(Failed pending) {
    end = pending;
    results.values().forEach(result -> result.complete(pending));
  }
}

package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.MapCompiler.Compilation;
import dev.symbolicator.script.MapCompiler.NotCompiled;
import dev.symbolicator.script.MapCompiler.Opened;
import dev.symbolicator.script.MapCompiler.Opening;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sources.OriginalSourceLoader;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/**
 * Compiles scripts on a few threads of its own, and charges the byte budget for what that takes, so
 * that large maps queue instead of filling the heap together.
 */
@ApplicationScoped
class TableCompiler {
  /** Bytes that compiling takes, at its peak, for each byte of script and map. */
  private static final int MEMORY_FACTOR = 2;

  /** Bytes on top of that for each bracket that opens in the script, and for each arrow. */
  private static final int BYTES_PER_OPENING = 60;

  private final OriginalSourceLoader sources;
  private final ByteBudget budget;
  private final int maxNameLength;
  private final ExecutorService threads;
  private final Timer time;

  TableCompiler(
      OriginalSourceLoader sources, ByteBudget budget, ScriptConfig config, MeterRegistry metrics) {
    this.sources = sources;
    this.budget = budget;
    maxNameLength = config.maxNameLength();
    time =
        Timer.builder("symbolicator.compile")
            .description("Time to compile a script with its source map")
            .register(metrics);
    threads = WorkerThreads.pool("script-compiler", config.compilers());
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** The threads, for what else takes time but no I/O. */
  ExecutorService threads() {
    return threads;
  }

  /** Compiles a script with its map. The caller keeps both charged meanwhile. */
  CompletableFuture<Compilation> compile(byte[] script, MapFile map) {
    ByteBudget.Lease lease = budget.open();
    if (!lease.grow(need(script, map.bytes()))) {
      lease.close();
      return CompletableFuture.completedFuture(
          new NotCompiled(
              new Failed(
                  ScriptStatus.OVERLOADED,
                  map.shownUrl(),
                  "There was not enough memory left to compile the script with its map.")));
    }
    return CompletableFuture.supplyAsync(() -> MapCompiler.open(map), threads)
        .thenCompose(opening -> compile(script, opening))
        .whenComplete((result, fault) -> lease.close());
  }

  /** A script of nothing but brackets takes many times what code that people write does. */
  private static long need(byte[] script, byte[] map) {
    long openings = 0;
    for (byte c : script) {
      openings += c == '(' || c == '[' || c == '{' || c == '>' ? 1 : 0;
    }
    return MEMORY_FACTOR * ((long) script.length + map.length) + BYTES_PER_OPENING * openings;
  }

  private CompletableFuture<Compilation> compile(byte[] script, Opening opening) {
    if (!(opening instanceof Opened map)) {
      return CompletableFuture.completedFuture((NotCompiled) opening);
    }
    return sources
        .of(map.read().map(), map.read().texts(), map.file().namedBy())
        .thenApplyAsync(
            texts -> {
              try (texts) {
                return time.record(() -> MapCompiler.compile(script, map, texts, maxNameLength));
              }
            },
            threads);
  }
}

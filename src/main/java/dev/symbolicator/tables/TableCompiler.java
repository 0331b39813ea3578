package dev.symbolicator.tables;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sources.AvailableSources;
import dev.symbolicator.sources.OriginalSourceLoader;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.MapCompiler.MapOpening;
import dev.symbolicator.tables.MapCompiler.OpenedMap;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.threads.Spans;
import dev.symbolicator.threads.Timings;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compiles scripts on a few threads. The memory of a compilation cannot be predicted: each growing
 * store charges the {@link Allowance} before it grows.
 */
@ApplicationScoped
public class TableCompiler {
  /** Heap bytes of a compilation's small objects, which no store charges. */
  private static final int SMALL_PIECES = 1 << 20;

  private final OriginalSourceLoader sources;
  private final ByteBudget budget;
  private final ExecutorService threads;
  private final Slots turns;
  private final Timer time;
  private final Timer waits;
  private final IdentityConfig identity;

  public TableCompiler(
      OriginalSourceLoader sources,
      ByteBudget budget,
      TablesConfig config,
      IdentityConfig identity,
      MeterRegistry metrics) {
    this.sources = sources;
    this.identity = identity;
    this.budget = budget;
    time =
        Timings.timer("symbolicator.compile", "Time to compile a script with its source map")
            .register(metrics);
    waits = Timings.waits("compilations", metrics);
    threads = WorkerThreads.pool("script-compiler", config.compilers());
    turns = new Slots(config.compilers(), config.compilers(), Integer.MAX_VALUE);
  }

  @PreDestroy
  public void stop() {
    threads.shutdownNow();
  }

  public ExecutorService threads() {
    return threads;
  }

  /**
   * Compiles a script with its map, whose bytes the caller keeps charged. The table and its written
   * copy stay charged until the future of their use is done; waiting is not limited.
   */
  public <T> CompletableFuture<T> compile(
      Turn turn, byte[] script, MapFile map, Function<TableResult, CompletableFuture<T>> use) {
    return compile(turn, script, map, true, use);
  }

  /** Like {@link #compile}, but a mismatch unless the content shows both are of one build. */
  public <T> CompletableFuture<T> compileIfTied(
      Turn turn, byte[] script, MapFile map, Function<TableResult, CompletableFuture<T>> use) {
    return compile(turn, script, map, false, use);
  }

  private <T> CompletableFuture<T> compile(
      Turn turn,
      byte[] script,
      MapFile map,
      boolean isTied,
      Function<TableResult, CompletableFuture<T>> use) {
    Compilation work =
        (opened, texts, keys, allowance) ->
            MapCompiler.compile(script, opened, isTied, texts, keys, allowance);
    return compile(turn, map, work, (long) script.length + map.bytes().length, use);
  }

  /** Like {@link #compile}, for a map alone: {@link SymbolTable#compileWithoutScript}. */
  public <T> CompletableFuture<T> compileWithoutScript(
      Turn turn, MapFile map, Function<TableResult, CompletableFuture<T>> use) {
    return compile(turn, map, MapCompiler::compileWithoutScript, map.bytes().length, use);
  }

  @FunctionalInterface
  private interface Compilation {
    TableResult of(OpenedMap map, AvailableSources texts, KeySettings keys, Allowance allowance);
  }

  private <T> CompletableFuture<T> compile(
      Turn turn,
      MapFile map,
      Compilation work,
      long inputBytes,
      Function<TableResult, CompletableFuture<T>> use) {
    ByteBudget.Lease lease = budget.open();
    Allowance allowance = Allowance.of(lease);
    return inTurn(turn, () -> open(map, allowance))
        .thenCompose(opening -> compile(turn, opening, work, allowance))
        .thenApply(result -> charged(result, lease))
        .exceptionally(fault -> outOfMemory(fault, inputBytes))
        .thenCompose(use)
        .whenComplete((result, fault) -> lease.close());
  }

  private static MapOpening open(MapFile map, Allowance allowance) {
    allowance.take(SMALL_PIECES);
    return MapCompiler.open(map, allowance);
  }

  private CompletableFuture<TableResult> compile(
      Turn turn, MapOpening opening, Compilation work, Allowance allowance) {
    if (!(opening instanceof OpenedMap map)) {
      return CompletableFuture.completedFuture((TableFailure) opening);
    }
    return sources
        .of(turn.group(), map.read().map(), map.read().texts(), map.file().namedBy())
        .thenCompose(texts -> inTurn(turn, () -> compile(map, texts, work, allowance)));
  }

  private TableResult compile(
      OpenedMap map, AvailableSources texts, Compilation work, Allowance allowance) {
    try (texts) {
      KeySettings keys = map.file().keys(identity);
      Span span = Spans.start("compile", SpanKind.INTERNAL);
      try {
        TableResult result = time.record(() -> work.of(map, texts, keys, allowance));
        span.setAttribute(Spans.OUTCOME, result instanceof CompiledTable ? "compiled" : "failed");
        return result;
      } finally {
        span.end();
      }
    }
  }

  /** Keeps only the table and one copy of it charged. */
  private static TableResult charged(TableResult result, ByteBudget.Lease lease) {
    long size = result instanceof CompiledTable table ? table.symbols().size() : 0;
    long tables = 2 * size + lease.besides(size);
    lease.shrinkTo(tables);
    return lease.grow(tables - lease.held()) ? result : outOfMemory(lease.passesLimitAlone());
  }

  private static TableResult outOfMemory(Throwable fault, long inputBytes) {
    if (!(Futures.cause(fault) instanceof Allowance.Exceeded exceeded)) {
      throw fault instanceof CompletionException known ? known : new CompletionException(fault);
    }
    return outOfMemory(exceeded.passesLimitAlone(inputBytes));
  }

  private static TableFailure outOfMemory(boolean alone) {
    return TableFailure.ofMemory(alone, "compile the script with its map");
  }

  private <T> CompletableFuture<T> inTurn(Turn turn, Supplier<T> work) {
    CompilerJob<T> job = new CompilerJob<>(turn, work);
    turns.start(turn, job);
    return job.result;
  }

  private final class CompilerJob<T> implements Slots.Job {
    private final Turn turn;
    private final Supplier<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final long askedNanos = System.nanoTime();

    /** The job may be started by the end of another. */
    private final Context trace = Context.current();

    CompilerJob(Turn turn, Supplier<T> work) {
      this.turn = turn;
      this.work = work;
    }

    @Override
    public void run() {
      try {
        threads.execute(trace.wrap(this::work));
      } catch (RejectedExecutionException shuttingDown) {
        result.completeExceptionally(shuttingDown);
      }
    }

    @Override
    public void refuse() {
      result.completeExceptionally(new RejectedExecutionException());
    }

    /** Keeps the turn until all direct dependents of the result have run. */
    private void work() {
      waits.record(System.nanoTime() - askedNanos, TimeUnit.NANOSECONDS);
      CompletableFuture<?> unused =
          CompletableFuture.completedFuture(work)
              .thenApply(Supplier::get)
              .whenComplete(
                  (made, fault) -> {
                    Futures.end(result, made, fault);
                    turns.end(turn);
                  });
    }
  }

  @ConfigMapping(prefix = "symbolicator.cache")
  public interface TablesConfig {

    @WithDefault("2")
    @WithConverter(AtLeastOne.class)
    int compilers();
  }
}

package dev.symbolicator.script;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.MapCompiler.Compilation;
import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.MapCompiler.NotCompiled;
import dev.symbolicator.script.MapCompiler.Opened;
import dev.symbolicator.script.MapCompiler.Opening;
import dev.symbolicator.sources.OriginalSourceLoader;
import dev.symbolicator.sources.OriginalTexts;
import dev.symbolicator.threads.Faults;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compiles scripts on a few threads of its own, and charges the byte budget for what that takes, so
 * that large maps queue instead of filling the heap together. What is taken is not foretold:
 * whatever grows asks before it does, see {@link Allowance}.
 */
@ApplicationScoped
class TableCompiler {
  /** What is taken in small pieces that nobody asks for. */
  private static final int SMALL_PIECES = 1 << 20;

  private final OriginalSourceLoader sources;
  private final ByteBudget budget;
  private final int maxNameLength;
  private final ExecutorService threads;
  private final Slots turns;
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
    turns = new Slots(config.compilers(), config.compilers(), Integer.MAX_VALUE);
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** The threads, for what else takes time but no I/O. */
  ExecutorService threads() {
    return threads;
  }

  /**
   * Compiles a script with its map. The caller keeps both charged meanwhile.
   *
   * @param origin whose turn it takes: those of one origin wait for each other, not all others for
   *     them. However many wait, what they hold is charged
   * @param use what the table is used for at once; it stays charged until that is done, and so does
   *     the copy that is written
   */
  CompletableFuture<Outcome> compile(
      String origin,
      byte[] script,
      MapFile map,
      Function<Compilation, CompletableFuture<Outcome>> use) {
    ByteBudget.Lease lease = budget.open();
    Allowance allowance = Allowance.of(lease);
    return inTurn(origin, () -> open(map, allowance))
        .thenCompose(opening -> compile(origin, script, opening, allowance))
        .thenApply(compilation -> charged(compilation, map, lease))
        .exceptionally(fault -> notEnough(fault, script, map))
        .thenCompose(use)
        .whenComplete((result, fault) -> lease.close());
  }

  private static Compilation charged(Compilation compilation, MapFile map, ByteBudget.Lease lease) {
    long size = compilation instanceof Compiled compiled ? compiled.symbols().size() : 0;
    long tables = 2 * size + lease.besides(size);
    lease.shrinkTo(tables);
    return lease.grow(tables - lease.held())
        ? compilation
        : shortage(lease.passesLimitAlone(), map);
  }

  private static Opening open(MapFile map, Allowance allowance) {
    allowance.take(SMALL_PIECES);
    return MapCompiler.open(map, allowance);
  }

  private static Compilation notEnough(Throwable fault, byte[] script, MapFile map) {
    if (!(Faults.cause(fault) instanceof Allowance.Exceeded exceeded)) {
      throw fault instanceof CompletionException known ? known : new CompletionException(fault);
    }
    boolean alone = exceeded.passesLimitAlone((long) script.length + map.bytes().length);
    return shortage(alone, map);
  }

  private static NotCompiled shortage(boolean alone, MapFile map) {
    return new NotCompiled(Shortage.of(alone, "compile the script with its map", map.shownUrl()));
  }

  private CompletableFuture<Compilation> compile(
      String origin, byte[] script, Opening opening, Allowance allowance) {
    if (!(opening instanceof Opened map)) {
      return CompletableFuture.completedFuture((NotCompiled) opening);
    }
    return sources
        .of(map.read().map(), map.read().texts(), map.file().namedBy())
        .thenCompose(texts -> inTurn(origin, () -> compile(script, map, texts, allowance)));
  }

  private Compilation compile(byte[] script, Opened map, OriginalTexts texts, Allowance allowance) {
    try (texts) {
      return time.record(() -> MapCompiler.compile(script, map, texts, maxNameLength, allowance));
    }
  }

  private <T> CompletableFuture<T> inTurn(String origin, Supplier<T> work) {
    Turn<T> turn = new Turn<>(origin, work);
    turns.start(origin, turn);
    return turn.result;
  }

  /** Work that waits for a thread, or has one. */
  private final class Turn<T> implements Slots.Job {
    private final String origin;
    private final Supplier<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    Turn(String origin, Supplier<T> work) {
      this.origin = origin;
      this.work = work;
    }

    @Override
    public void run() {
      try {
        threads.execute(this::work);
      } catch (RejectedExecutionException shuttingDown) {
        result.completeExceptionally(shuttingDown);
      }
    }

    @Override
    public void refuse() {
      result.completeExceptionally(new RejectedExecutionException());
    }

    /** The thread is taken until what hangs on the result has been done too. */
    private void work() {
      CompletableFuture<?> unused =
          CompletableFuture.completedFuture(work)
              .thenApply(Supplier::get)
              .whenComplete(
                  (made, fault) -> {
                    if (fault == null) {
                      result.complete(made);
                    } else {
                      result.completeExceptionally(fault);
                    }
                    turns.end(origin);
                  });
    }
  }
}

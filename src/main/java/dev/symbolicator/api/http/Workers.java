package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.Timings;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Runs work on requests. There are few threads, since the work never waits: more bodies at once
 * would hold memory and be refused in the middle. Bodies whose decoders have large windows have a
 * pool of their own. A request that gets no thread before its deadline is refused.
 */
@Singleton
public class Workers {
  private static final Logger LOG = Logger.getLogger(Workers.class);

  /** How many bodies in br or zstd are inflated at once. */
  private static final int DECODERS = 2;

  private static final int THREADS_PER_PROCESSOR = 2;

  /** Quick work waits for nothing, and would hide the waits of the rest. */
  private static final Executor CALLER = Runnable::run;

  private final ExecutorService plain =
      WorkerThreads.pool(
          "profile", THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
  private final ExecutorService windowed = WorkerThreads.pool("body-decoder", DECODERS);
  private final Duration time;
  private final Timer waits;

  Workers(SymbolicationConfig symbolication, MeterRegistry metrics) {
    time = symbolication.deadline();
    waits = Timings.waits("profiles", metrics);
  }

  /** Loads the codecs on a thread of its own: neither the start nor an event loop waits 0.1 s. */
  void loadCodecs(@Observes StartupEvent start) {
    Thread loader = new Thread(Workers::loadCodecsNow, "codec-loader");
    loader.setDaemon(true);
    loader.start();
  }

  private static void loadCodecsNow() {
    NativeCodecs.load()
        .forEach(
            (coding, reason) ->
                LOG.infof(
                    "%s is neither read nor offered, since its library cannot be loaded: %s",
                    Encoding.name(coding), reason));
  }

  @PreDestroy
  void stop() {
    plain.shutdownNow();
    windowed.shutdownNow();
  }

  /** Returns what a request whose body is complete may use. Its deadline begins now. */
  public RequestContext limits(RequestBody body, String scope) {
    return limits(body.lease(), scope);
  }

  /** Returns what a request without a body may use. Its deadline begins now. */
  public RequestContext limits(ByteBudget.Lease lease, String scope) {
    return new RequestContext(scope, Allowance.within(lease), Deadline.in(time));
  }

  /** Runs the work on a worker thread. */
  public <T> CompletionStage<T> run(
      RequestBody body, String scope, Function<RequestContext, CompletionStage<T>> work) {
    RequestContext limits = limits(body, scope);
    return run(body, limits, false, () -> work.apply(limits));
  }

  /**
   * Runs the work, and keeps the body charged until the work has ended. Fails with a {@link
   * ProblemException} if there is no thread by the deadline.
   *
   * @param isQuick whether the work neither blocks nor waits, so that it runs on the calling event
   *     loop
   */
  public <T> CompletionStage<T> run(
      RequestBody body, RequestContext limits, boolean isQuick, Supplier<CompletionStage<T>> work) {
    return run(body.lease(), limits, isQuick ? CALLER : pool(body), work);
  }

  /** Like {@link #run}, for work on a request without a body. */
  public <T> CompletionStage<T> run(
      ByteBudget.Lease lease, RequestContext limits, Supplier<CompletionStage<T>> work) {
    return run(lease, limits, plain, work);
  }

  private <T> CompletionStage<T> run(
      ByteBudget.Lease lease,
      RequestContext limits,
      Executor executor,
      Supplier<CompletionStage<T>> work) {
    ByteBudget.Hold hold = lease.hold();
    if (hold == null) {
      return CompletableFuture.failedFuture(new ProblemException(Problems.noThread()));
    }
    long askedNanos = System.nanoTime();
    Supplier<CompletionStage<T>> begun =
        () -> {
          if (executor != CALLER) {
            waits.record(System.nanoTime() - askedNanos, TimeUnit.NANOSECONDS);
          }
          if (limits.deadline().isOver() || lease.isClosed()) {
            throw new ProblemException(Problems.noThread());
          }
          return work.get();
        };
    return Futures.guarded(
            () -> CompletableFuture.supplyAsync(begun, executor).thenCompose(Function.identity()))
        .whenComplete((result, fault) -> hold.close());
  }

  /** Runs something once all work that waits for a thread now, Quarkus' own too, has got one. */
  void afterWaiting(Runnable work) {
    CompletableFuture<?>[] turns =
        Stream.of(plain, windowed, Infrastructure.getDefaultWorkerPool())
            .map(pool -> Futures.guarded(() -> CompletableFuture.runAsync(() -> {}, pool)))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(turns).whenComplete((done, stopped) -> work.run());
  }

  private Executor pool(RequestBody body) {
    return body.needsWindow() ? windowed : plain;
  }
}

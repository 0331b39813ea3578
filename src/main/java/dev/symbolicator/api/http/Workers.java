package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Deadline;
import dev.symbolicator.symbolication.RequestContext;
import dev.symbolicator.symbolication.SymbolicationConfig;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.WorkerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the work on requests off the event loops. There are few threads, since the work takes
 * processor time and never waits: more bodies at once would only hold more memory, and be refused
 * in the middle of their work. Bodies whose decoder needs a window have a small pool of their own.
 * A request that gets no thread before its deadline is refused, so the requests after it wait less.
 */
@ApplicationScoped
public class Workers {
  /** How many bodies in br or zstd are inflated at once. */
  private static final int DECODERS = 2;

  private static final int THREADS_PER_PROCESSOR = 2;

  private final ExecutorService plain =
      WorkerThreads.pool(
          "profile", THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
  private final ExecutorService windowed = WorkerThreads.pool("body-decoder", DECODERS);
  private final Duration time;

  Workers(SymbolicationConfig symbolication) {
    time = symbolication.deadline();
  }

  @PreDestroy
  void stop() {
    plain.shutdownNow();
    windowed.shutdownNow();
  }

  /**
   * Runs small work on the calling event loop, since handing it to a worker thread would take as
   * long as the work. The work neither blocks nor waits.
   *
   * @param body {@linkplain RequestBody#isSmallObject small}
   * @param scope the caller's tenant
   * @param work returns null if it cannot be done in this way; then, or if the work throws, its
   *     memory is given back
   * @return like the work
   */
  public <T> @Nullable T runNow(
      RequestBody body, String scope, Function<RequestContext, @Nullable T> work) {
    ByteBudget.Lease lease = body.lease();
    long before = lease.held();
    boolean isDone = false;
    try {
      T result = work.apply(new RequestContext(scope, lease::grow, Deadline.in(time)));
      isDone = result != null;
      return result;
    } finally {
      if (!isDone) {
        lease.shrinkTo(before);
      }
    }
  }

  /**
   * Runs the work on a request whose body is complete. The deadline begins now. The body stays
   * charged until the work has ended, even if the client hangs up before.
   *
   * @param scope the caller's tenant
   * @return the result of the work; fails with a {@link ProblemException} if no thread is free
   *     before the deadline
   */
  public <T> CompletionStage<T> run(
      RequestBody body, String scope, Function<RequestContext, CompletionStage<T>> work) {
    Deadline deadline = Deadline.in(time);
    Executor executor = body.needsWindow() ? windowed : plain;
    ByteBudget.Hold hold = body.lease().hold();
    if (hold == null) {
      return CompletableFuture.failedFuture(new ProblemException(Problems.noThread()));
    }
    Supplier<CompletionStage<T>> begun =
        () -> {
          if (deadline.isOver() || body.lease().isClosed()) {
            throw new ProblemException(Problems.noThread());
          }
          return work.apply(new RequestContext(scope, body.lease()::grow, deadline));
        };
    return Futures.guarded(
            () -> CompletableFuture.supplyAsync(begun, executor).thenCompose(Function.identity()))
        .whenComplete((result, fault) -> hold.close());
  }
}

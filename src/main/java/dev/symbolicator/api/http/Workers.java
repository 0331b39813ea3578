package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.symbolication.Deadline;
import dev.symbolicator.symbolication.RequestContext;
import dev.symbolicator.symbolication.SymbolicationConfig;
import dev.symbolicator.threads.WorkerThreads;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/**
 * Runs the work on requests off the event loops. Few bodies whose decoder needs a window are worked
 * on at once. A request that finds no thread before its deadline is refused, so that the requests
 * behind it wait for less.
 */
@ApplicationScoped
public class Workers {
  /** How many bodies in br or zstd are inflated at once. */
  private static final int DECODERS = 2;

  private final ExecutorService windowed = WorkerThreads.pool("body-decoder", DECODERS);
  private final Duration time;

  Workers(SymbolicationConfig symbolication) {
    time = symbolication.deadline();
  }

  @PreDestroy
  void stop() {
    windowed.shutdownNow();
  }

  /**
   * Works on a request whose body is there now; its deadline begins now.
   *
   * @return fails with a {@link ProblemException} if no thread is free until the deadline
   */
  public <T> CompletionStage<T> run(
      RequestBody body, Function<RequestContext, CompletionStage<T>> work) {
    return run(body, Deadline.in(time), work);
  }

  <T> CompletionStage<T> run(
      RequestBody body, Deadline deadline, Function<RequestContext, CompletionStage<T>> work) {
    Executor executor =
        body.codings().needWindow() ? windowed : Infrastructure.getDefaultWorkerPool();
    return CompletableFuture.supplyAsync(
            () -> {
              if (deadline.isOver()) {
                throw new ProblemException(Problems.noThread());
              }
              return work.apply(new RequestContext(body.lease()::grow, deadline));
            },
            executor)
        .thenCompose(Function.identity());
  }
}

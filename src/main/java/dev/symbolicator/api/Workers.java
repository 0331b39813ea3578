package dev.symbolicator.api;

import dev.symbolicator.symbolication.Deadline;
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
 * Where requests are worked on: off the event loops, and bodies that need a window few at once. One
 * that finds no thread before its deadline is refused, so that the others behind it wait for less.
 */
@ApplicationScoped
class Workers {
  private final ExecutorService windowed;
  private final Duration time;

  Workers(ApiConfig config, SymbolicationConfig symbolication) {
    windowed = WorkerThreads.pool("body-decoder", config.decoders());
    time = symbolication.deadline();
  }

  @PreDestroy
  void stop() {
    windowed.shutdownNow();
  }

  /**
   * Works on a request whose body is there now, which is when its deadline begins.
   *
   * @return fails with a {@link ProblemException} if there is no thread for it until then
   */
  <T> CompletionStage<T> run(ProfileBody body, Function<Deadline, CompletionStage<T>> work) {
    return run(body, Deadline.in(time), work);
  }

  <T> CompletionStage<T> run(
      ProfileBody body, Deadline deadline, Function<Deadline, CompletionStage<T>> work) {
    Executor executor =
        body.codings().needWindow() ? windowed : Infrastructure.getDefaultWorkerPool();
    return CompletableFuture.supplyAsync(
            () -> {
              if (deadline.isOver()) {
                throw new ProblemException(Problems.noThread());
              }
              return work.apply(deadline);
            },
            executor)
        .thenCompose(Function.identity());
  }
}

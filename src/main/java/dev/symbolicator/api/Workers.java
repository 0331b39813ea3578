package dev.symbolicator.api;

import dev.symbolicator.threads.WorkerThreads;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where requests are worked on: off the event loops, and bodies that need a window few at once. */
@ApplicationScoped
class Workers {
  private static final int WINDOWS = 2;

  private final ExecutorService windowed = WorkerThreads.pool("body-decoder", WINDOWS);

  @PreDestroy
  void stop() {
    windowed.shutdownNow();
  }

  <T> CompletionStage<T> run(ProfileBody body, Supplier<CompletionStage<T>> work) {
    Executor executor =
        body.codings().needWindow() ? windowed : Infrastructure.getDefaultWorkerPool();
    return CompletableFuture.supplyAsync(work, executor).thenCompose(Function.identity());
  }
}

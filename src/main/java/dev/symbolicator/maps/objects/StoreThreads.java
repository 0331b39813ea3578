package dev.symbolicator.maps.objects;

import dev.symbolicator.threads.WorkerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Runs work that blocks on the store of source maps. Further work waits. */
@Singleton
public class StoreThreads {
  private final ExecutorService threads =
      WorkerThreads.pool("map-store", ObjectLimits.DEFAULT.threads());

  /** Runs work; an exception that the work throws fails the future. */
  public <T extends @Nullable Object> CompletableFuture<T> run(Callable<T> work) {
    return CompletableFuture.supplyAsync(() -> result(work), threads);
  }

  private static <T extends @Nullable Object> T result(Callable<T> work) {
    try {
      return work.call();
    } catch (Exception failed) {
      throw new CompletionException(failed);
    }
  }

  @PreDestroy
  void stop() {
    threads.shutdown();
  }
}

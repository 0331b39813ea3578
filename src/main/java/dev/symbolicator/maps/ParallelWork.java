package dev.symbolicator.maps;

import dev.symbolicator.threads.WorkerThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Does work on several objects of the store at once. All work has ended when a method returns. */
final class ParallelWork {
  private ParallelWork() {}

  /** Work on one object. */
  interface ObjectWork<T> {
    void accept(T each) throws IOException;
  }

  /** Does work on threads that are made for it, so many at most. */
  static <T> void forEach(int threads, Collection<T> all, ObjectWork<T> work) throws IOException {
    if (all.size() < 2) {
      for (T each : all) {
        work.accept(each);
      }
      return;
    }
    ExecutorService pool = WorkerThreads.pool("source-map-objects", Math.min(threads, all.size()));
    try {
      forEach(pool, all, work);
    } finally {
      pool.shutdown();
    }
  }

  /**
   * Does work on threads.
   *
   * @param threads other threads than those of callers
   * @throws IOException if some of the work failed
   */
  static <T> void forEach(ExecutorService threads, Collection<T> all, ObjectWork<T> work)
      throws IOException {
    List<Callable<@Nullable Void>> calls = new ArrayList<>();
    for (T each : all) {
      calls.add(
          () -> {
            work.accept(each);
            return null;
          });
    }
    try {
      for (Future<@Nullable Void> done : threads.invokeAll(calls)) {
        done.get();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service is shutting down.");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException unavailable) {
        throw unavailable;
      }
      throw new IllegalStateException(failed);
    }
  }
}

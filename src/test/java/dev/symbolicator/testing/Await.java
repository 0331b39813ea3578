package dev.symbolicator.testing;

import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for asynchronous results. A wait of half a minute counts as a hang and fails the test. */
public final class Await {
  private static final long SECONDS = 30;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private Await() {}

  public static <T> T value(Future<T> future) {
    return value(future.toCompletionStage());
  }

  public static <T> T value(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new AssertionError("failed: " + failed.getCause(), failed.getCause());
    } catch (TimeoutException hang) {
      throw new AssertionError("no result within " + SECONDS + " s", hang);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Waits for a state by polling, where no event announces the state. */
  public static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the awaited state did not come within " + SECONDS + " s");
      }
      // Spinning would take the processor that the awaited work needs.
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}

package dev.symbolicator.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

public final class Futures {
  private Futures() {}

  /** Runs work that returns a future; an exception that the work throws fails the future. */
  public static <T> CompletableFuture<T> guarded(Supplier<CompletableFuture<T>> work) {
    return CompletableFuture.completedFuture(work).thenCompose(Supplier::get);
  }

  /** Ends a future like another, whose value or fault this is. */
  public static <T> void end(
      CompletableFuture<T> future, @Nullable T value, @Nullable Throwable fault) {
    if (fault == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(fault);
    }
  }

  /** Returns the thrown exception, without the {@link CompletionException} around it, if any. */
  public static Throwable cause(Throwable fault) {
    Throwable cause = fault.getCause();
    return fault instanceof CompletionException && cause != null ? cause : fault;
  }
}

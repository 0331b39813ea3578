package dev.symbolicator.threads;

import java.util.concurrent.CompletionException;

/** What a {@link java.util.concurrent.CompletableFuture} ended with. */
public final class Faults {
  private Faults() {}

  /** What was thrown: a future wraps it for those that come after the one in which it was. */
  public static Throwable cause(Throwable fault) {
    Throwable cause = fault.getCause();
    return fault instanceof CompletionException && cause != null ? cause : fault;
  }
}

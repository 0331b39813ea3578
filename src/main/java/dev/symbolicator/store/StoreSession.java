package dev.symbolicator.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Keeps the order in which one piece of work shares values with other instances: a record is of use
 * only after its table. Thread-safe.
 */
public final class StoreSession {
  private CompletableFuture<Void> shared = CompletableFuture.completedFuture(null);

  /**
   * Shares a value once all values before are shared.
   *
   * @param share begins to share the value; its future never fails
   */
  public synchronized void share(Supplier<CompletableFuture<Void>> share) {
    shared = shared.thenCompose(before -> share.get());
  }

  /** Returns a future that is done when all values so far are shared. */
  public synchronized CompletableFuture<Void> shared() {
    return shared;
  }
}

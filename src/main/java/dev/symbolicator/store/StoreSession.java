package dev.symbolicator.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The order in which one piece of work shares things with other instances: a record is of use only
 * with its table. Thread-safe.
 */
public final class StoreSession {
  private CompletableFuture<Void> shared = CompletableFuture.completedFuture(null);

  /**
   * Shares something once everything before it is shared.
   *
   * @param share begins to share; its future never fails
   */
  public synchronized void share(Supplier<CompletableFuture<Void>> share) {
    shared = shared.thenCompose(before -> share.get());
  }

  /** Returns a future that is done when everything so far is shared. */
  public synchronized CompletableFuture<Void> shared() {
    return shared;
  }
}

package dev.symbolicator.script;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One load of a script: how long it has waited for what instances share, and what it shares itself.
 * It does not wait for that; who waits for its lease does. Thread-safe.
 */
final class Load {
  private final ScriptKey key;
  private final Patience patience;
  private CompletableFuture<Void> shared = CompletableFuture.completedFuture(null);

  /** See {@link TableTiers#begin}. */
  Load(ScriptKey key, Patience patience) {
    this.key = key;
    this.patience = patience;
  }

  ScriptKey key() {
    return key;
  }

  Patience patience() {
    return patience;
  }

  /**
   * Shares something after all that it shared before: a record is of use only with its table.
   *
   * @param share begins that; its future never fails
   */
  synchronized void share(Supplier<CompletableFuture<Void>> share) {
    shared = shared.thenCompose(before -> share.get());
  }

  /** Done when all is shared that was to be so far. */
  synchronized CompletableFuture<Void> shared() {
    return shared;
  }
}

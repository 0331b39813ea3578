package dev.symbolicator.store;

import dev.symbolicator.memory.ByteBudget;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that several instances share. Futures complete soon, and never exceptionally: a value
 * that does not come in time counts as absent, and a value that is refused is not stored.
 */
public interface SharedTier {
  /** Tells whether the store is configured and not paused. */
  boolean isUsable();

  /**
   * Returns a value, charged to the memory; null if there is none, or if the memory is too small.
   */
  CompletableFuture<byte @Nullable []> get(StoreKey key, ByteBudget.Lease memory);

  /**
   * Stores a value's parts as one value. Without memory for the copies, nothing is stored. No
   * request waits for this.
   */
  CompletableFuture<Void> put(StoreKey key, ByteBudget.Lease memory, ByteBuffer... value);

  CompletableFuture<Void> delete(StoreKey key);

  /** Takes the lock on making a record: {@link Lock#TAKEN} only if another instance has it. */
  CompletableFuture<Lock> lock(StoreKey key);

  /** The right to make a value, for which others wait. It ends by itself after a while. */
  interface Lock {
    Lock TAKEN = () -> {};

    /** A lock that nobody waits for. */
    Lock NONE = () -> {};

    void release();
  }
}

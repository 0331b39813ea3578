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
   * Returns the value of a key, if an instance with our secret stored the value.
   *
   * @param memory charged with the value; closed by the caller after the last use of the value.
   *     Without enough memory left, the value counts as absent
   */
  CompletableFuture<byte @Nullable []> get(StoreKey key, ByteBudget.Lease memory);

  /**
   * Stores a value for a time, in place of the key's former value. No request waits for the future.
   *
   * @param memory charged with copies of the value; closed by the caller. Without enough memory
   *     left, nothing is stored
   * @param value the value's parts, which are stored as one
   */
  CompletableFuture<Void> put(StoreKey key, ByteBudget.Lease memory, ByteBuffer... value);

  /** Deletes the value of a key. */
  CompletableFuture<Void> delete(StoreKey key);

  /**
   * Takes the lock on making the value of a key. A lock that nobody releases ends after a while.
   *
   * @param key the key of a record
   * @return {@link Lock#TAKEN} if another instance has the lock; any other lock if there is no
   *     answer
   */
  CompletableFuture<Lock> lock(StoreKey key);

  /** The right to make a value, for which the other instances wait. */
  interface Lock {
    /** Another instance's lock. */
    Lock TAKEN = () -> {};

    /** A lock that nobody waits for. */
    Lock NONE = () -> {};

    /** Gives the lock back. */
    void release();
  }
}

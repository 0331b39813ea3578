package dev.symbolicator.store;

import dev.symbolicator.memory.ByteBudget;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that several instances share. Futures are done soon, and never completed exceptionally: a
 * value that does not come in time counts as absent, and a value that is refused is not stored.
 */
public interface SharedTier {

  /** Tells whether there is anything to ask at all. */
  boolean isUsable();

  /**
   * Returns what is stored under a key, if an instance with our secret stored it.
   *
   * @param memory charged with the value; closed by the caller when the value is let go. Without
   *     enough memory left, the value counts as absent
   */
  CompletableFuture<byte @Nullable []> get(StoreKey key, ByteBudget.Lease memory);

  /**
   * Stores a value for a time, in place of what there is. No request waits for that.
   *
   * @param memory charged with copies; closed by the caller. Without enough memory left, nothing is
   *     stored
   * @param value in parts, which are stored as one
   */
  CompletableFuture<Void> put(StoreKey key, ByteBudget.Lease memory, ByteBuffer... value);

  /** Deletes what is stored under a key. */
  CompletableFuture<Void> delete(StoreKey key);

  /**
   * Takes the lock on making what is to be stored under a key. A lock that nobody releases ends
   * after a while.
   *
   * @param key a record's
   * @return {@link Lock#TAKEN} if another instance has it; any other lock if there is no answer
   */
  CompletableFuture<Lock> lock(StoreKey key);

  /** The right to make something, for which the other instances wait. */
  interface Lock {
    /** Another instance's lock. */
    Lock TAKEN = () -> {};

    /** A lock that nobody waits for. */
    Lock NONE = () -> {};

    /** Gives the lock back. */
    void release();
  }
}

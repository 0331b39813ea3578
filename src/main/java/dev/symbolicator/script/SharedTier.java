package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.store.StoreKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What several instances share. Futures never complete exceptionally and soon: what cannot be had
 * in time counts as absent, what cannot be stored is not.
 */
public interface SharedTier {

  /** Whether there is anything to ask at all. */
  boolean isUsable();

  /** How long one load waits for it at most, over all that it asks for. */
  Patience patience();

  /** How long the others wait at most for the one that makes something new to all. */
  Duration leaseTime();

  /**
   * What is stored under a key, if it was stored by somebody who has our secret.
   *
   * @param memory is charged for it, and closed by the caller when it is let go. Without enough
   *     left, it counts as absent
   */
  CompletableFuture<byte @Nullable []> get(
      StoreKey key, ByteBudget.Lease memory, Patience patience);

  /**
   * Stores something for a time, in place of what there is. No request waits for that.
   *
   * @param memory is charged for copies, and closed by the caller. Without enough left, nothing is
   *     stored
   * @param value in parts, which are stored as one
   */
  CompletableFuture<Void> put(StoreKey key, ByteBudget.Lease memory, ByteBuffer... value);

  /** Deletes what is stored under a key. */
  CompletableFuture<Void> delete(StoreKey key);

  /**
   * Takes the right to make what is to be stored under a key.
   *
   * @param key a record's
   * @return {@link Lease#TAKEN} if somebody else who has our secret has it
   */
  CompletableFuture<Lease> lease(StoreKey key, Duration time, Patience patience);

  /** The right to make something, for others wait for it meanwhile. */
  interface Lease {
    /** Somebody else's. */
    Lease TAKEN =
        new Lease() {
          @Override
          public boolean isTooLate() {
            return false;
          }

          @Override
          public void release() {}
        };

    /** Whether what is to be made is there already. */
    boolean isTooLate();

    /** Gives it back before its time is over. */
    void release();
  }
}

package dev.symbolicator.store;

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

  /** What is stored under a key, if it was stored by somebody who has our secret. */
  CompletableFuture<byte @Nullable []> get(StoreKey key);

  /** Stores something for a time, in place of what there is. */
  CompletableFuture<Void> put(StoreKey key, ByteBuffer value);

  /** Deletes what is stored under a key. */
  CompletableFuture<Void> delete(StoreKey key);

  /**
   * Takes the right to make what is to be stored under a key.
   *
   * @return {@link Lease#TAKEN} if somebody else has it
   */
  CompletableFuture<Lease> lease(StoreKey key, Duration time);

  /** The right to make something, for others wait for it meanwhile. */
  interface Lease {
    /** Somebody else's. */
    Lease TAKEN = () -> {};

    /** Gives it back before its time is over. */
    void release();
  }
}

package dev.symbolicator.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs work once for all callers of a key that come while the work is under way. The work belongs
 * to nobody: no caller's deadline or disconnect ends it. Mutiny's operators on a value of
 * quarkus-cache would cancel the work for everybody, so the work is a future of its own.
 * Thread-safe.
 *
 * @param <F> the type of work under way
 */
public final class SingleFlight<K, F extends SingleFlight.Flight<?>> {
  private final ConcurrentMap<K, F> underWay = new ConcurrentHashMap<>();

  /**
   * Work under way, with the resources that the work holds until it ends.
   *
   * @param <V> the type of the result
   */
  public abstract static class Flight<V> implements AutoCloseable {
    private final CompletableFuture<V> result = new CompletableFuture<>();

    /** Returns the result itself. Callers must be given copies, since anybody can complete it. */
    public final CompletableFuture<V> result() {
      return result;
    }

    /** Gives back the work's resources, and completes its result. */
    private void end(@Nullable V value, @Nullable Throwable fault) {
      close();
      if (fault == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(fault);
      }
    }

    /** Gives back the work's resources. Called once. */
    @Override
    public abstract void close();
  }

  /** Returns the work that is under way for a key; null if there is none. */
  public @Nullable F underWay(K key) {
    return underWay.get(key);
  }

  /**
   * Enters work unless other work is under way for the key.
   *
   * @param mine the work to enter; closed if other work is under way
   * @return the work that is under way now. If that is {@code mine}, the caller must start it
   */
  public F enter(K key, F mine) {
    F others = underWay.putIfAbsent(key, mine);
    if (others == null) {
      return mine;
    }
    mine.close();
    return others;
  }

  /**
   * Starts work that was entered. A result, a failure or a thrown exception ends the work.
   *
   * @param flight the work that {@link #enter} returned
   */
  public <V> void start(K key, Flight<V> flight, Supplier<CompletableFuture<V>> work) {
    CompletableFuture<?> unused =
        Futures.guarded(work)
            .whenComplete(
                (value, fault) -> {
                  underWay.remove(key, flight);
                  flight.end(value, fault);
                });
  }
}

package dev.symbolicator.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs work once for all callers of a key. It belongs to nobody, so no caller's end ends it;
 * Mutiny's operators on quarkus-cache would cancel it for everybody. Thread-safe.
 */
public final class SingleFlight<K, F extends SingleFlight.Flight<?>> {
  private final ConcurrentMap<K, F> underWay = new ConcurrentHashMap<>();

  /** Work under way, with the resources that it holds until it ends. */
  public abstract static class Flight<V> implements AutoCloseable {
    private final CompletableFuture<V> result = new CompletableFuture<>();

    /** Returns the result itself. Callers must be given copies, since anybody can complete it. */
    public final CompletableFuture<V> result() {
      return result;
    }

    private void end(@Nullable V value, @Nullable Throwable fault) {
      close();
      Futures.end(result, value, fault);
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
   * Returns what is under way now; the caller starts {@code mine} if it is that, else it is closed.
   */
  public F enter(K key, F mine) {
    F others = underWay.putIfAbsent(key, mine);
    if (others == null) {
      return mine;
    }
    mine.close();
    return others;
  }

  /** Starts work that {@link #enter} returned. A result, a failure or an exception ends it. */
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

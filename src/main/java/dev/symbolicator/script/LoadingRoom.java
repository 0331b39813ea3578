package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Room in memory for what loads and revalidations on their way keep while they wait and work, files
 * not included: thousands may wait for an origin that never answers, each with a URL that a
 * stranger made as long as may be. It is no part of the byte budget, so that those who wait for an
 * origin take nothing from those who do not.
 *
 * <p>All scripts of one origin take no more than what they leave free, so that one origin has half
 * of the room at most, two have a third each, and there is always some for another one.
 * Thread-safe.
 */
@ApplicationScoped
class LoadingRoom {
  /** The default's share of the heap. */
  private static final int SHARE_OF_HEAP = 16;

  /** What is kept of a URL for each of its characters: the whole of it, its parts, its key. */
  private static final int MEMORY_OF_CHARACTER = 3;

  /** What a load keeps besides, in bytes. */
  private static final int MEMORY_OF_LOAD = 2560;

  private final long limit;
  private final Map<String, Long> usedByOrigin = new HashMap<>();
  private long used;

  LoadingRoom(ScriptConfig config) {
    limit =
        config
            .maxLoadingSize()
            .map(MemorySize::asLongValue)
            .orElse(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /**
   * Takes a place for a load.
   *
   * @param besides bytes that are known of the script already
   * @return null if there is none
   */
  @Nullable Place enter(ScriptKey key, long besides) {
    Place place = new Place(key.origin());
    return place.grow(memoryOf(key) + besides) ? place : null;
  }

  /** Bytes that a load of a script keeps. */
  static long memoryOf(ScriptKey key) {
    return MEMORY_OF_LOAD + (long) MEMORY_OF_CHARACTER * key.name().length();
  }

  /** What is said of a script for which there is no place. */
  static Failed full() {
    return Failed.passing(
        ScriptStatus.OVERLOADED,
        "Too many scripts are on their way, the limit of symbolicator.cache.max-loading-size. Try"
            + " again later.");
  }

  /** Bytes that are taken. */
  synchronized long used() {
    return used;
  }

  private synchronized boolean take(String origin, long bytes) {
    long ofOrigin = usedByOrigin.getOrDefault(origin, 0L) + bytes;
    if (ofOrigin > limit - used - bytes) {
      return false;
    }
    usedByOrigin.put(origin, ofOrigin);
    used += bytes;
    return true;
  }

  private synchronized void giveBack(String origin, long bytes) {
    used -= bytes;
    usedByOrigin.computeIfPresent(origin, (same, held) -> held == bytes ? null : held - bytes);
  }

  /** What one load has taken. Thread-safe. */
  final class Place implements AutoCloseable {
    private final String origin;
    private long held;
    private boolean closed;

    private Place(String origin) {
      this.origin = origin;
    }

    /**
     * Takes more, for somebody who waits for the load.
     *
     * @return false if there is not so much; true without taking any if the load has ended
     */
    synchronized boolean grow(long bytes) {
      if (closed) {
        return true;
      }
      if (!take(origin, bytes)) {
        return false;
      }
      held += bytes;
      return true;
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        giveBack(origin, held);
      }
    }
  }
}

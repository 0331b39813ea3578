package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits how much memory loads and revalidations under way take, without the fetched files.
 * Thousands may wait for an origin that never answers, each with a URL that a stranger made long.
 * This memory is no part of the byte budget, so scripts that wait for an origin take nothing from
 * scripts that do not wait.
 *
 * <p>The scripts of one origin may take no more than all scripts leave free. So one origin has at
 * most a half, two have at most a third each, and some memory is always left for another origin.
 * Thread-safe.
 */
@ApplicationScoped
class PendingLoadLimit {
  /** A URL is kept as a whole, in parts, and as a key. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  private static final int LOAD_BYTES = 2560;

  private final long limit;
  private final Map<String, Long> usedByOrigin = new HashMap<>();
  private long used;

  @Inject
  PendingLoadLimit() {
    this(ScriptLimits.DEFAULT);
  }

  PendingLoadLimit(ScriptLimits limits) {
    limit = limits.pendingBytes();
  }

  /**
   * Reserves memory for a load.
   *
   * @param besides the bytes of the records that the load holds
   * @return null if there is not enough
   */
  @Nullable Reservation reserve(ScriptKey key, long besides) {
    Reservation reservation = new Reservation(key.origin());
    return reservation.grow(memoryOf(key) + besides) ? reservation : null;
  }

  /** Returns the bytes that a load of a script takes. */
  static long memoryOf(ScriptKey key) {
    return LOAD_BYTES + (long) BYTES_PER_URL_CHARACTER * key.name().length();
  }

  /** Returns the failure of a script that finds no memory here. */
  static Failed full() {
    return Failed.passing(
        ScriptStatus.OVERLOADED, "Too many scripts are being loaded. Try again later.");
  }

  /** Returns the bytes that are reserved. */
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

  /** The memory of one load. Thread-safe. */
  final class Reservation implements AutoCloseable {
    private final String origin;
    private long held;
    private boolean isClosed;

    private Reservation(String origin) {
      this.origin = origin;
    }

    /**
     * Reserves more, for a caller that waits for the load.
     *
     * @return false if there is not enough; true without reserving any if the load has ended
     */
    synchronized boolean grow(long bytes) {
      if (isClosed) {
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
      if (!isClosed) {
        isClosed = true;
        giveBack(origin, held);
      }
    }
  }
}

package dev.symbolicator.script;

import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.threads.Slots.Turn;
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
 *
 * <p>A tenant may take no more than seven times of what all leave free, so an eighth at least is
 * left for another tenant, however many origins the first one has. Thread-safe.
 */
@ApplicationScoped
class PendingLoadLimit {
  /** A URL is kept as a whole, in parts, and as a key. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  private static final int LOAD_BYTES = 2560;

  /** How many times of the free memory one tenant may have. */
  private static final int SCOPE_SHARE = 7;

  private final long limit;
  private final Map<Turn, Long> usedByOrigin = new HashMap<>();
  private final Map<String, Long> usedByScope = new HashMap<>();
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
    Reservation reservation = new Reservation(key.turn());
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

  private synchronized boolean take(Turn turn, long bytes) {
    long free = limit - used - bytes;
    long ofOrigin = usedByOrigin.getOrDefault(turn, 0L) + bytes;
    long ofScope = usedByScope.getOrDefault(turn.group(), 0L) + bytes;
    if (ofOrigin > free || ofScope > SCOPE_SHARE * free) {
      return false;
    }
    usedByOrigin.put(turn, ofOrigin);
    usedByScope.put(turn.group(), ofScope);
    used += bytes;
    return true;
  }

  private synchronized void giveBack(Turn turn, long bytes) {
    used -= bytes;
    usedByOrigin.computeIfPresent(turn, (same, held) -> held == bytes ? null : held - bytes);
    usedByScope.computeIfPresent(turn.group(), (same, held) -> held == bytes ? null : held - bytes);
  }

  /** The memory of one load. Thread-safe. */
  final class Reservation implements AutoCloseable {
    private final Turn turn;
    private long held;
    private boolean isClosed;

    private Reservation(Turn turn) {
      this.turn = turn;
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
      if (!take(turn, bytes)) {
        return false;
      }
      held += bytes;
      return true;
    }

    @Override
    public synchronized void close() {
      if (!isClosed) {
        isClosed = true;
        giveBack(turn, held);
      }
    }
  }
}

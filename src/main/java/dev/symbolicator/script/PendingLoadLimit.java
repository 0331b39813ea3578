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
 * Limits the memory of loads and revalidations under way, without the fetched files: thousands may
 * wait for an origin that never answers, each with a long URL. It is no part of the byte budget.
 *
 * <p>The scripts of one origin may take no more than what is free, and those of a tenant seven
 * times what is free. So some memory is always left for another origin, and an eighth for another
 * tenant.
 */
@ApplicationScoped
class PendingLoadLimit {
  /** A URL is kept as a whole, in parts, and as a key. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  private static final int LOAD_BYTES = 2560;

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

  /** Reserves memory for a load and the records that it holds; null if there is not enough. */
  @Nullable Reservation reserve(ScriptKey key, long besides) {
    Reservation reservation = new Reservation(key.turn());
    return reservation.grow(memoryOf(key) + besides) ? reservation : null;
  }

  static long memoryOf(ScriptKey key) {
    return LOAD_BYTES + (long) BYTES_PER_URL_CHARACTER * key.name().length();
  }

  static Failed full() {
    return Failed.passing(
        ScriptStatus.OVERLOADED, "Too many scripts are being loaded. Try again later.");
  }

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

  final class Reservation implements AutoCloseable {
    private final Turn turn;
    private long held;
    private boolean isClosed;

    private Reservation(Turn turn) {
      this.turn = turn;
    }

    /** Reserves more for a waiting caller. True, without reserving any, if the load has ended. */
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

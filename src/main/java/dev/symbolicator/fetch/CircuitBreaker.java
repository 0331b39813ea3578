package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchFailure.CircuitOpen;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves origins alone that fail again and again: after so many failures in a row an origin is not
 * asked for a while, then by one fetch alone, whose outcome opens or closes the way for the others.
 *
 * <p>Only origins that failed are remembered, and of these the latest; strangers choose origins, so
 * their number is limited. One that is forgotten begins anew. Thread-safe.
 */
final class CircuitBreaker {
  /** What an exchange with an origin says of it. */
  enum Outcome {
    /** It answered, with whatever. */
    ANSWERED,
    /** No connection, an answer that broke off or came too late, or a fault of its own (5xx). */
    FAILED,
    /** Nothing: the fetch ended for another reason. */
    UNKNOWN
  }

  private final int maxFailures;
  private final Duration pause;
  private final LongSupplier nanoTime;
  private final Map<String, Failures> failing;

  /**
   * @param maxFailures in a row, before an origin is left alone
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  CircuitBreaker(int maxFailures, Duration pause, int maxOrigins, LongSupplier nanoTime) {
    this.maxFailures = maxFailures;
    this.pause = pause;
    this.nanoTime = nanoTime;
    this.failing = new LatestOnly(maxOrigins);
  }

  /** Null if the origin may be asked; then {@link #leave} has to be called when it has been. */
  synchronized @Nullable CircuitOpen enter(String origin) {
    Failures known = failing.get(origin);
    if (known == null || known.inARow < maxFailures) {
      return null;
    }
    long left = known.openUntil - nanoTime.getAsLong();
    if (left > 0) {
      return new CircuitOpen(Math.max(1, left / 1_000_000));
    }
    known.openUntil = nanoTime.getAsLong() + pause.toNanos(); // The others wait for this one.
    return null;
  }

  /** Says what an exchange that was entered taught of its origin. */
  synchronized void leave(String origin, Outcome outcome) {
    if (outcome == Outcome.ANSWERED) {
      failing.remove(origin);
    } else if (outcome == Outcome.FAILED) {
      Failures known = failing.computeIfAbsent(origin, first -> new Failures());
      known.inARow = Math.min(maxFailures, known.inARow + 1);
      known.openUntil = nanoTime.getAsLong() + pause.toNanos();
    } else {
      Failures known = failing.get(origin);
      if (known != null && known.inARow >= maxFailures) {
        known.openUntil = nanoTime.getAsLong(); // It may have been the one; let another try.
      }
    }
  }

  /** How many origins are remembered. */
  synchronized int size() {
    return failing.size();
  }

  private static final class Failures {
    private int inARow;
    private long openUntil;
  }

  private static final class LatestOnly extends LinkedHashMap<String, Failures> {
    private static final long serialVersionUID = 1;
    private final int max;

    LatestOnly(int max) {
      super(16, 0.75f, true);
      this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
      return size() > max;
    }
  }
}

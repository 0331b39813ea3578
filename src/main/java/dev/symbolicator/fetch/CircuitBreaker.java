package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchFailure.CircuitOpen;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves origins alone that fail again and again: after so many failures in a row an origin is not
 * asked for a while, then by one fetch alone, the probe, whose outcome opens or closes the way for
 * the others. What an older fetch learns meanwhile changes nothing. An origin that says itself when
 * it wants to be asked again is left alone until then.
 *
 * <p>What counts as a failure says something of an origin as a whole, see {@link
 * OriginVerdict#FAILED}. Strangers choose the paths, so a path that answers with 500, breaks off or
 * takes its time for the body tells only of itself. What remains: somebody who knows a path of an
 * origin that never answers, or whose gateway answers 502, 503 or 504, or one that answers with
 * Retry-After, can have the whole origin left alone for one pause after another; somebody who knows
 * one that answers can have a failing origin asked on.
 *
 * <p>Only origins that failed are remembered, and of these the latest; strangers choose origins, so
 * their number is limited. One that is forgotten begins anew. Thread-safe.
 */
final class CircuitBreaker {
  /** What came of asking whether an origin may be asked. */
  sealed interface Entry {}

  /** It may not. */
  record EntryRefused(CircuitOpen failure) implements Entry {}

  /** It may; to be given back with {@link #leave} when it has been. */
  static final class Ticket implements Entry {
    private final String origin;

    private Ticket(String origin) {
      this.origin = origin;
    }
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

  /** Asks whether an origin may be asked. */
  synchronized Entry enter(String origin) {
    Ticket ticket = new Ticket(origin);
    Failures known = failing.get(origin);
    if (known == null || known.inARow < maxFailures) {
      return ticket;
    }
    long left = known.openUntil - nanoTime.getAsLong();
    if (left > 0) {
      return new EntryRefused(new CircuitOpen(Math.max(1, left / 1_000_000)));
    }
    known.leaveAlone(ticket, nanoTime.getAsLong() + pause.toNanos()); // The others wait for it.
    return ticket;
  }

  /** Says what an exchange taught of its origin. */
  synchronized void leave(Ticket ticket, OriginVerdict verdict) {
    Failures known = failing.get(ticket.origin);
    long now = nanoTime.getAsLong();
    if (known != null && known.inARow >= maxFailures) {
      if (known.probe == ticket) {
        leave(known, ticket.origin, verdict, now);
      }
    } else if (verdict == OriginVerdict.ANSWERED) {
      failing.remove(ticket.origin);
    } else if (verdict == OriginVerdict.FAILED) {
      Failures counted = failing.computeIfAbsent(ticket.origin, first -> new Failures());
      counted.inARow++;
      counted.openUntil = now + pause.toNanos();
    }
  }

  /** Says that an origin wants to be left alone for a while, instead of {@link #leave}. */
  synchronized void leaveAlone(Ticket ticket, Duration asked) {
    Failures known = failing.computeIfAbsent(ticket.origin, first -> new Failures());
    if (known.inARow < maxFailures || known.probe == ticket) {
      known.inARow = maxFailures;
      known.leaveAlone(null, nanoTime.getAsLong() + asked.toNanos());
    }
  }

  private void leave(Failures known, String origin, OriginVerdict probed, long now) {
    if (probed == OriginVerdict.ANSWERED) {
      failing.remove(origin);
    } else {
      known.leaveAlone(null, probed == OriginVerdict.FAILED ? now + pause.toNanos() : now);
    }
  }

  /** How many origins are remembered. */
  synchronized int size() {
    return failing.size();
  }

  private static final class Failures {
    private int inARow;
    private long openUntil;

    /** The one fetch that tries the origin; another takes its place if it is never heard of. */
    private @Nullable Ticket probe;

    void leaveAlone(@Nullable Ticket tried, long until) {
      probe = tried;
      openUntil = until;
    }
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

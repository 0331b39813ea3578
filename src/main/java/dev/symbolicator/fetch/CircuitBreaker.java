package dev.symbolicator.fetch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves failing origins alone: after {@code maxFailures} in a row for one pause, then a single
 * fetch, the probe, decides for all others. An origin that sends Retry-After is left alone until
 * then.
 *
 * <p>Only failures of an origin as a whole count ({@link OriginVerdict#FAILED}), since strangers
 * choose the paths. Two risks remain: a path that never answers, or answers with 502, 503, 504 or
 * Retry-After, can have the whole origin left alone; one that answers can keep a failing origin
 * open.
 *
 * <p>Only the most recently used origins that failed are remembered. Thread-safe.
 */
final class CircuitBreaker {
  sealed interface Entry {}

  record EntryRefused(FetchFailure failure) implements Entry {}

  /** The origin may be asked; {@link #leave} or {@link #leaveAlone} takes the ticket back. */
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

  /** Makes a breaker with a clock like {@link System#nanoTime}. */
  CircuitBreaker(int maxFailures, Duration pause, int maxOrigins, LongSupplier nanoTime) {
    this.maxFailures = maxFailures;
    this.pause = pause;
    this.nanoTime = nanoTime;
    this.failing = new LatestOnly(maxOrigins);
  }

  synchronized Entry enter(String origin) {
    Ticket ticket = new Ticket(origin);
    Failures known = failing.get(origin);
    if (known == null || known.inARow < maxFailures) {
      return ticket;
    }
    long left = known.openUntil - nanoTime.getAsLong();
    if (left > 0) {
      return new EntryRefused(FetchFailure.leftAlone(Math.max(1, left / 1_000_000)));
    }
    // All others wait for the probe.
    known.leaveAlone(ticket, nanoTime.getAsLong() + pause.toNanos());
    return ticket;
  }

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

  /** Records, instead of a verdict, how long an origin asked to be left alone. */
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

  synchronized int size() {
    return failing.size();
  }

  private static final class Failures {
    private int inARow;
    private long openUntil;

    /** The ticket of the probe; replaced after one pause if the probe never reports back. */
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

  /** The verdict of an exchange on its origin. */
  public enum OriginVerdict {
    /** The origin itself answered. */
    ANSWERED,
    /** There was no connection, no answer in time, or a gateway's answer: 502, 503 or 504. */
    FAILED,
    /** The fetch ended for another reason, or after the answer had begun. */
    UNKNOWN;

    private static final Set<Integer> OF_GATEWAYS = Set.of(502, 503, 504);

    /** Tells whether a status is a gateway's, for a server that did not answer; that may pass. */
    static boolean isOfGateway(int status) {
      return OF_GATEWAYS.contains(status);
    }

    /** Returns the verdict of a result on the origin that was asked last. */
    static OriginVerdict of(FetchResult result, FetchFailure.Exchange exchange) {
      return result instanceof FetchFailure failure ? failure.verdict(exchange) : ANSWERED;
    }
  }
}

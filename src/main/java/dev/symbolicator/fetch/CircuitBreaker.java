package dev.symbolicator.fetch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves failing origins alone. After {@code maxFailures} failures in a row, an origin is not asked
 * for one pause. Then a single fetch, the probe, asks the origin. The probe's verdict opens or
 * closes the origin for all others. Verdicts of older fetches change nothing meanwhile. An origin
 * that sends Retry-After is left alone until that time.
 *
 * <p>Only failures of an origin as a whole count: {@link OriginVerdict#FAILED}. Strangers choose
 * the paths, so a path that answers with 500, breaks off or sends its body slowly tells only about
 * itself. Two risks remain. A stranger who knows a path that never answers, or that answers with
 * 502, 503, 504 or Retry-After, can have the whole origin left alone, pause after pause. A stranger
 * who knows a path that answers can keep a failing origin open.
 *
 * <p>Only origins that failed are remembered, the most recently used of them. Their number is
 * limited, because strangers choose origins. A forgotten origin starts anew. Thread-safe.
 */
final class CircuitBreaker {
  /** The answer to {@link #enter}. */
  sealed interface Entry {}

  /** The origin may not be asked. */
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

  /**
   * @param maxFailures failures in a row until an origin is left alone
   * @param nanoTime a clock like {@link System#nanoTime}
   */
  CircuitBreaker(int maxFailures, Duration pause, int maxOrigins, LongSupplier nanoTime) {
    this.maxFailures = maxFailures;
    this.pause = pause;
    this.nanoTime = nanoTime;
    this.failing = new LatestOnly(maxOrigins);
  }

  /** Decides whether an origin may be asked. */
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

  /** Records the verdict of an exchange. */
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

  /** Returns the number of remembered origins. */
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

  /** The verdict of an exchange on its origin, for the {@link CircuitBreaker}. */
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

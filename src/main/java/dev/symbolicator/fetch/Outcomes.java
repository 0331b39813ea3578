package dev.symbolicator.fetch;

import dev.symbolicator.fetch.CircuitBreaker.Outcome;
import dev.symbolicator.fetch.FetchFailure.Blocked;
import java.util.Set;

/** Says what the result of a fetch tells of the origin that was asked last. */
final class Outcomes {
  /** A gateway says that what is behind it gave no answer, which may pass. */
  private static final Set<Integer> OF_GATEWAYS = Set.of(502, 503, 504);

  private Outcomes() {}

  static boolean mayPass(int status) {
    return OF_GATEWAYS.contains(status);
  }

  /**
   * Judges the origin. Where another one redirected to it, that one may have used up the time, so
   * that strangers could have any origin left alone.
   *
   * @param hasAnswer whether an answer from it had begun
   * @param leftFirstOrigin whether another one redirected to it
   */
  static Outcome of(FetchResult result, boolean hasAnswer, boolean leftFirstOrigin) {
    if (result instanceof FetchFailure.TimedOut late && !late.idle() && leftFirstOrigin) {
      return Outcome.UNKNOWN;
    }
    if (result instanceof FetchFailure.TimedOut
        || (result instanceof FetchFailure.Unreachable broken && broken.passing())) {
      return hasAnswer ? Outcome.UNKNOWN : Outcome.FAILED;
    }
    if (result instanceof FetchFailure.HttpStatus answer && mayPass(answer.status())) {
      return Outcome.FAILED;
    }
    return result instanceof FetchFailure.OverBudget || result instanceof Blocked
        ? Outcome.UNKNOWN
        : Outcome.ANSWERED;
  }
}

package dev.symbolicator.fetch;

import java.util.Set;

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

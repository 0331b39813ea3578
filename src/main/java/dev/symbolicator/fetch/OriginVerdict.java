package dev.symbolicator.fetch;

import java.util.Set;

/** What an exchange says about its origin, for the {@link CircuitBreaker}. */
public enum OriginVerdict {
  /** The origin answered, with any answer. */
  ANSWERED,
  /** No connection, no answer in time, or a gateway's answer that there is none: 502, 503, 504. */
  FAILED,
  /** The fetch ended for another reason, or after the answer had begun. */
  UNKNOWN;

  private static final Set<Integer> OF_GATEWAYS = Set.of(502, 503, 504);

  /** Tells whether a gateway says that the server behind it gave no answer, which may pass. */
  static boolean isOfGateway(int status) {
    return OF_GATEWAYS.contains(status);
  }

  static OriginVerdict ofStatus(int status) {
    return isOfGateway(status) ? FAILED : ANSWERED;
  }

  /** Returns what the result of a fetch says about the origin that was asked last. */
  static OriginVerdict of(FetchResult result, FetchFailure.Exchange exchange) {
    return result instanceof FetchFailure failure ? failure.verdict(exchange) : ANSWERED;
  }
}

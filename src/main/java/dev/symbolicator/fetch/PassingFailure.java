package dev.symbolicator.fetch;

/** A failure that may be over a little later. */
public sealed interface PassingFailure extends FetchFailure {
  @Override
  default boolean isPassing() {
    return true;
  }

  @Override
  default boolean leavesFileUnknown() {
    return true;
  }

  /**
   * The file did not arrive within {@code millis} milliseconds, or no byte came for that long.
   *
   * @param idle whether no byte came for that long
   */
  record TimedOut(long millis, boolean idle) implements PassingFailure {
    /** Makes the failure of a fetch that took too long as a whole. */
    public TimedOut(long millis) {
      this(millis, false);
    }

    @Override
    public FailureKind kind() {
      return FailureKind.TIMED_OUT;
    }

    @Override
    public String detail() {
      return idle
          ? "No byte came for the " + millis + " ms of symbolicator.fetch.idle-timeout."
          : "The file did not arrive within the " + millis + " ms of symbolicator.fetch.timeout.";
    }

    /** Spares an origin after a redirect: the redirecting one may have used up the fetch's time. */
    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return exchange.hasAnswer() || (!idle && exchange.isRedirected())
          ? OriginVerdict.UNKNOWN
          : OriginVerdict.FAILED;
    }
  }

  /**
   * The origin failed several times in a row, or asked for time, and is left alone for now. Nothing
   * was sent.
   *
   * @param retryAfterMillis until the origin is asked again, or until the probe is replaced
   */
  record CircuitOpen(long retryAfterMillis) implements PassingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.LEFT_ALONE;
    }

    @Override
    public String detail() {
      return "The origin failed several times in a row, or asked for time, and is left alone for"
          + " now. Try again later.";
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.UNKNOWN;
    }
  }

  /** The body is not what its content coding says. */
  record CorruptBody(String detail) implements PassingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.CORRUPT;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.ANSWERED;
    }
  }

  /** A limit of the whole service is reached: the byte budget, or the queue of fetches. */
  record NoCapacity(String detail) implements PassingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.OVER_BUDGET;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.UNKNOWN;
    }
  }
}

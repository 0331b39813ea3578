package dev.symbolicator.fetch;

/**
 * The reason why nothing was fetched. A detail is for people: it holds no query, no credentials and
 * no address that a name resolved to.
 *
 * <p>Every failure states its own properties, so that no new one is classified by accident.
 */
public sealed interface FetchFailure extends FetchResult
    permits LastingFailure,
        PassingFailure,
        FetchFailure.Blocked,
        FetchFailure.HttpStatus,
        FetchFailure.Unreachable {

  /** Returns the kind by which callers tell failures apart. */
  FailureKind kind();

  /** Returns a text for people: what went wrong, and what to do where that helps. */
  String detail();

  /** Tells whether the same fetch may succeed a little later although nobody changes anything. */
  boolean isPassing();

  /**
   * Tells whether an earlier copy of the file may still be used, since the failure says nothing
   * about the file.
   */
  boolean leavesFileUnknown();

  /**
   * Returns the verdict of the failure on the origin that was asked last.
   *
   * @param exchange how far the last exchange had come
   */
  OriginVerdict verdict(Exchange exchange);

  /** Returns for how many milliseconds the origin will not be asked again; 0 if unknown. */
  default long retryAfterMillis() {
    return 0;
  }

  /**
   * How far an exchange with an origin had come.
   *
   * @param hasAnswer whether an answer had begun
   * @param isRedirected whether another origin had redirected the fetch to this one
   */
  record Exchange(boolean hasAnswer, boolean isRedirected) {}

  /** The rule that refused a URL. */
  enum BlockedBy {
    /** The origin is not among the allowed ones. */
    ORIGIN,
    /** The port is neither its origin's own nor among the allowed ones. */
    PORT,
    /** An address of the host is private or reserved, or the host has no known address. */
    ADDRESS,
    /** The URL has a user name or a password. */
    CREDENTIALS,
    /** The source's origin is neither its script's nor its map's, nor may these lead to it. */
    SOURCE_ORIGIN,
    /** An https URL redirects to an http one. */
    DOWNGRADE,
    /** The URL is plain http, where a proxy would resolve the host anew. */
    PROXY,
    /** A header is configured for this origin and cannot be read. */
    HEADERS
  }

  /** The configuration forbids the fetch. Nothing was sent to the URL that was refused. */
  record Blocked(BlockedBy by, String detail) implements FetchFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.BLOCKED;
    }

    @Override
    public boolean isPassing() {
      return false;
    }

    /** Returns true for a refused address: an unknown host must look like a refused one. */
    @Override
    public boolean leavesFileUnknown() {
      return by == BlockedBy.ADDRESS;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.UNKNOWN;
    }
  }

  /**
   * The server answered with another status that is not a success.
   *
   * @param retryAfterMillis for how long the origin asked to be left alone; 0 if it did not ask
   */
  record HttpStatus(int status, long retryAfterMillis) implements FetchFailure {
    /** Makes the failure of an origin that did not ask to be left alone. */
    public HttpStatus(int status) {
      this(status, 0);
    }

    @Override
    public FailureKind kind() {
      return FailureKind.UNREACHABLE;
    }

    @Override
    public String detail() {
      return "The server answered with status " + status + ".";
    }

    @Override
    public boolean isPassing() {
      return status >= 500 || status == 408 || status == 429;
    }

    @Override
    public boolean leavesFileUnknown() {
      return isPassing();
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.ofStatus(status);
    }
  }

  /**
   * There was no name, no connection, no TLS session, or a connection that ended too early.
   *
   * @param isPassing false if the name does not exist, or if the TLS session was refused
   */
  record Unreachable(String detail, boolean isPassing) implements FetchFailure {
    /** Makes the failure of an origin that may be reached a little later. */
    public Unreachable(String detail) {
      this(detail, true);
    }

    @Override
    public FailureKind kind() {
      return FailureKind.UNREACHABLE;
    }

    @Override
    public boolean leavesFileUnknown() {
      return true;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      if (!isPassing) {
        return OriginVerdict.ANSWERED;
      }
      return exchange.hasAnswer() ? OriginVerdict.UNKNOWN : OriginVerdict.FAILED;
    }
  }
}

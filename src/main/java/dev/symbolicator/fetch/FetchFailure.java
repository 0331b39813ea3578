package dev.symbolicator.fetch;

/**
 * The reason why nothing was fetched. A detail is for people: it holds no query, no credentials and
 * no address that a name resolved to.
 *
 * <p>Every failure states its own properties, so that no new one is classified by accident.
 */
public sealed interface FetchFailure extends FetchResult {

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

  /** The kinds by which callers tell failures apart. */
  enum FailureKind {
    /** The operator's configuration, or an address check, forbids the fetch. */
    BLOCKED,
    /** The file does not exist. */
    NOT_FOUND,
    /** The URL or the answer is a page's. */
    NOT_A_SCRIPT,
    /** The URL, its scheme or the answer's content coding cannot be handled. */
    UNSUPPORTED,
    /** The file passes a limit. */
    TOO_LARGE,
    /** The file did not arrive in time. */
    TIMED_OUT,
    /** There was no connection, a broken one, or an answer that is not the file. */
    UNREACHABLE,
    /** The origin failed before and is not asked for a while. */
    LEFT_ALONE,
    /** The body is damaged. */
    CORRUPT,
    /** The service has no memory or no place in the queue to spare. */
    OVER_BUDGET
  }

  /** A failure that stays until somebody changes something; its origin counts as answering. */
  sealed interface Lasting extends FetchFailure {
    @Override
    default boolean isPassing() {
      return false;
    }

    @Override
    default boolean leavesFileUnknown() {
      return false;
    }

    @Override
    default OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.ANSWERED;
    }
  }

  /** A failure that may be over a little later. */
  sealed interface Passing extends FetchFailure {
    @Override
    default boolean isPassing() {
      return true;
    }

    @Override
    default boolean leavesFileUnknown() {
      return true;
    }
  }

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
    /** The source's origin is neither its script's, nor its map's, nor listed. */
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

  /** The server answered with 404 or 410. */
  record NotFound(int status) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "The server answered with status " + status + ".";
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
   * The server answered with 401 or 403 to a request without the origin's configured headers. The
   * files that led to the URL may not use these headers.
   */
  record HeadersWithheld(int status) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.BLOCKED;
    }

    @Override
    public String detail() {
      return "The server answered with status "
          + status
          + ". The headers that are configured for it were not sent: the script that leads there is"
          + " at an origin that is neither in symbolicator.fetch.origin.*.scripts-from nor in"
          + " symbolicator.fetch.allowed-origins.";
    }
  }

  /** The path looks like a page's and was not requested, or the answer is a page. */
  record NotAScript(String detail) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.NOT_A_SCRIPT;
    }
  }

  /** The URL has more than {@code limit} UTF-16 units and is not requested. */
  record TooLong(int limit) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.UNSUPPORTED;
    }

    @Override
    public String detail() {
      return "The URL is longer than " + limit + " characters, so nothing is fetched.";
    }
  }

  /** The file has more than {@code limit} bytes. */
  record FileTooLarge(long limit) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.TOO_LARGE;
    }

    @Override
    public String detail() {
      return "The file is larger than the " + limit + " bytes that symbolicator.fetch allows.";
    }
  }

  /** The file needs more bytes than the whole byte budget has. */
  record TooLargeForMemory() implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.TOO_LARGE;
    }

    @Override
    public String detail() {
      return "The file takes more memory than the service may use. Have the operator give it more"
          + " heap or raise symbolicator.memory.max-bytes-in-flight.";
    }
  }

  /**
   * The file did not arrive within {@code millis} milliseconds, or no byte came for that long.
   *
   * @param idle whether no byte came for that long
   */
  record TimedOut(long millis, boolean idle) implements Passing {
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
  record CircuitOpen(long retryAfterMillis) implements Passing {
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

  /** The body is not what its content coding says. */
  record CorruptBody(String detail) implements Passing {
    @Override
    public FailureKind kind() {
      return FailureKind.CORRUPT;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.ANSWERED;
    }
  }

  /** The URL's scheme is neither http nor https, or the content coding cannot be undone. */
  record UnsupportedFetch(String detail) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.UNSUPPORTED;
    }
  }

  /** A limit of the whole service is reached: the byte budget, or the queue of fetches. */
  record NoCapacity(String detail) implements Passing {
    @Override
    public FailureKind kind() {
      return FailureKind.OVER_BUDGET;
    }

    @Override
    public OriginVerdict verdict(Exchange exchange) {
      return OriginVerdict.UNKNOWN;
    }
  }

  /** There were more than {@code limit} redirects, or redirects in a circle. */
  record TooManyRedirects(int limit) implements Lasting {
    @Override
    public FailureKind kind() {
      return FailureKind.UNREACHABLE;
    }

    @Override
    public String detail() {
      return "There were more than " + limit + " redirects.";
    }
  }
}

package dev.symbolicator.fetch;

/**
 * Why nothing was fetched. Details are sentences for people and hold neither a query, nor
 * credentials, nor an address that a name resolved to.
 */
public sealed interface FetchFailure extends FetchResult {

  /** One sentence for people. */
  String detail();

  /** Whether the same fetch may succeed a little later without anybody doing anything. */
  default boolean isPassing() {
    if (this instanceof HttpStatus answer) {
      return answer.status() >= 500 || answer.status() == 408 || answer.status() == 429;
    }
    if (this instanceof Unreachable broken) {
      return broken.passing();
    }
    return this instanceof TimedOut
        || this instanceof OverBudget
        || this instanceof CircuitOpen
        || this instanceof Corrupt;
  }

  /** For how many milliseconds nobody need ask again, as far as that is known; else 0. */
  default long retryAfterMillis() {
    return 0;
  }

  /**
   * Whether it tells nothing of the file, so that what was fetched of it before may be used. Names
   * that are not known for a while are as those that lead astray: nobody is to see a difference.
   */
  default boolean tellsNothingOfTheFile() {
    return isPassing()
        || this instanceof Unreachable
        || (this instanceof Blocked refused && refused.by() == BlockedBy.ADDRESS);
  }

  /** Which rule refused a URL. */
  enum BlockedBy {
    /** The origin is not among the allowed ones. */
    ORIGIN,
    /** The port is neither its origin's own nor among the allowed ones. */
    PORT,
    /** An address of the host is private or reserved, or it is not known to have any. */
    ADDRESS,
    /** The URL has a user name or a password. */
    CREDENTIALS,
    /** A source at an origin that is neither its script's or map's nor listed. */
    SOURCE_ORIGIN,
    /** A redirect from https to http. */
    DOWNGRADE,
    /** Plain http, where a proxy would resolve the host anew. */
    PROXY,
    /** A header for this origin is configured, and cannot be read. */
    HEADERS
  }

  /** The configuration does not allow it. Nothing was sent to the URL that was refused. */
  record Blocked(BlockedBy by, String detail) implements FetchFailure {}

  /** 404 or 410. */
  record NotFound(int status) implements FetchFailure {
    @Override
    public String detail() {
      return "The server answered with status " + status + ".";
    }
  }

  /**
   * Any other status that is no success.
   *
   * @param retryAfterMillis for how long its origin is left alone, since it says when to come again
   */
  record HttpStatus(int status, long retryAfterMillis) implements FetchFailure {
    /** Of an origin that says nothing of when to come again. */
    public HttpStatus(int status) {
      this(status, 0);
    }

    @Override
    public String detail() {
      return "The server answered with status " + status + ".";
    }
  }

  /**
   * 401 or 403, to a request without the headers that are configured for the origin, since the
   * files that led to it may not spend them.
   */
  record HeadersWithheld(int status) implements FetchFailure {
    @Override
    public String detail() {
      return "The server answered with status "
          + status
          + ", and was not sent the headers that are configured for it: the script that asks for"
          + " this is at an origin that is neither in symbolicator.fetch.origin.*.scripts-from nor"
          + " in symbolicator.fetch.allowed-origins.";
    }
  }

  /** The path looks like a page's, so it was not asked for; or the answer is a page. */
  record NotAScript(String detail) implements FetchFailure {}

  /** A URL of more than {@code limit} characters, which is not asked for. */
  record TooLong(int limit) implements FetchFailure {
    @Override
    public String detail() {
      return "The URL is longer than the " + limit + " of symbolicator.fetch.max-url-length.";
    }
  }

  /** More than {@code limit} bytes. */
  record TooLarge(long limit) implements FetchFailure {
    @Override
    public String detail() {
      return "It is larger than the " + limit + " bytes that symbolicator.fetch allows.";
    }
  }

  /** More bytes than the whole byte budget has. */
  record TooLargeForMemory() implements FetchFailure {
    @Override
    public String detail() {
      return "It takes more memory than the service may use. Have the operator give it more heap or"
          + " raise symbolicator.http.max-bytes-in-flight.";
    }
  }

  /**
   * Not there within {@code millis} milliseconds, or nothing of it came for so long.
   *
   * @param idle whether it was the idle timeout
   */
  record TimedOut(long millis, boolean idle) implements FetchFailure {
    /** The whole fetch took too long. */
    public TimedOut(long millis) {
      this(millis, false);
    }

    @Override
    public String detail() {
      return idle
          ? "Nothing came for the " + millis + " ms of symbolicator.fetch.idle-timeout."
          : "It was not there within the " + millis + " ms of symbolicator.fetch.timeout.";
    }
  }

  /**
   * The origin failed several times in a row, or said when to come again, and is left alone for
   * now, so nothing was sent.
   *
   * @param retryAfterMillis until it is asked again, or, while one fetch tries it, should that one
   *     never be heard of
   */
  record CircuitOpen(long retryAfterMillis) implements FetchFailure {
    @Override
    public String detail() {
      return "Its origin failed several times in a row, or asked for time, and is left alone for"
          + " symbolicator.fetch.breaker-pause at most. Try again later.";
    }
  }

  /**
   * No name, no connection, no TLS session, or a connection that ended too early.
   *
   * @param passing false if the name does not exist, or there can be no TLS session as things are
   */
  record Unreachable(String detail, boolean passing) implements FetchFailure {
    /** An origin that may be reached a little later. */
    public Unreachable(String detail) {
      this(detail, true);
    }
  }

  /** The body is not what its content coding says. */
  record Corrupt(String detail) implements FetchFailure {}

  /** A scheme other than http and https, or a content coding that cannot be undone. */
  record Unsupported(String detail) implements FetchFailure {}

  /** A limit of the whole service is reached: the byte budget, or the queue of fetches. */
  record OverBudget(String detail) implements FetchFailure {}

  /** More than {@code limit} redirects, or redirects in a circle. */
  record TooManyRedirects(int limit) implements FetchFailure {
    @Override
    public String detail() {
      return "There were more than " + limit + " redirects.";
    }
  }
}

package dev.symbolicator.fetch;

/** A failure that stays until somebody changes something; its origin counts as answering. */
public sealed interface LastingFailure extends FetchFailure {
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

  /** The server answered with 404 or 410. */
  record NotFound(int status) implements LastingFailure {
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
   * The server answered with 401 or 403 to a request without the origin's configured headers. The
   * files that led to the URL may not use these headers.
   */
  record HeadersWithheld(int status) implements LastingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.BLOCKED;
    }

    @Override
    public String detail() {
      return "The server answered with status "
          + status
          + ". The headers that are configured for it were not sent: the script that leads there is"
          + " at another origin, which is not in this one's symbolicator.fetch.origin.*.scripts-from.";
    }
  }

  /** The path looks like a page's and was not requested, or the answer is a page. */
  record NotAScript(String detail) implements LastingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.NOT_A_SCRIPT;
    }
  }

  /** The URL has more than {@code limit} UTF-16 units and is not requested. */
  record TooLong(int limit) implements LastingFailure {
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
  record FileTooLarge(long limit) implements LastingFailure {
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
  record TooLargeForMemory() implements LastingFailure {
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

  /** The URL's scheme is neither http nor https, or the content coding cannot be undone. */
  record UnsupportedFetch(String detail) implements LastingFailure {
    @Override
    public FailureKind kind() {
      return FailureKind.UNSUPPORTED;
    }
  }

  /** There were more than {@code limit} redirects, or redirects in a circle. */
  record TooManyRedirects(int limit) implements LastingFailure {
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

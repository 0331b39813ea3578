package dev.symbolicator.fetch;

/** The kinds by which callers tell failures apart. */
public enum FailureKind {
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

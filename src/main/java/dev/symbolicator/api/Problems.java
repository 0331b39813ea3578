package dev.symbolicator.api;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.content.Decoding;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.Rejected;

/** The wording of the problems that more than one class answers with. */
final class Problems {
  private static final long KIBIBYTE = 1024;
  private static final long MEBIBYTE = 1024 * KIBIBYTE;

  private Problems() {}

  static Problem unsupportedCoding(String detail) {
    return Problem.of(
        Problem.Kind.UNSUPPORTED_CODING,
        "Content-Encoding: " + detail + ". Send the profile as it is, or with gzip, br or zstd.");
  }

  static Problem multipart() {
    return Problem.of(
        Problem.Kind.UNSUPPORTED_TYPE,
        "A multipart body is not read. Send the profile itself: curl --data-binary @trace.json.");
  }

  /** The problem with a body whose content codings could not be undone. */
  static Problem of(Decoding failure, ByteBudget.Lease lease) {
    if (failure instanceof Decoding.TooLarge tooLarge) {
      return bodyTooLarge(tooLarge.limit());
    }
    if (failure instanceof Decoding.Corrupt corrupt) {
      return Problem.of(
          Problem.Kind.CORRUPT_BODY,
          corrupt.detail() + ". Check that Content-Encoding says how the body was compressed.");
    }
    return noRoom(lease);
  }

  static Problem bodyTooLarge(long limit) {
    return Problem.of(
            Problem.Kind.TOO_LARGE,
            "The body is larger than "
                + inWords(limit)
                + ". Send less at once, or have the operator raise symbolicator.http.max-body-size.")
        .withLimit("symbolicator.http.max-body-size");
  }

  /** The problem that the budget has no room left: to wait helps unless one alone needs more. */
  static Problem noRoom(ByteBudget.Lease lease) {
    Problem problem =
        lease.passesLimitAlone()
            ? Problem.of(
                Problem.Kind.TOO_LARGE,
                "The profile needs more memory than the service may use. Send less at once, or have"
                    + " the operator give it more heap or raise"
                    + " symbolicator.http.max-bytes-in-flight.")
            : Problem.of(
                Problem.Kind.OVERLOADED,
                "Too many bytes are in flight. Send the profile again in a moment.");
    return problem.withLimit("symbolicator.http.max-bytes-in-flight");
  }

  /** The problem that too many requests are under way. */
  static Problem tooManyRequests() {
    return Problem.of(
            Problem.Kind.OVERLOADED,
            "Too many requests are under way. Send the profile again in a moment.")
        .withLimit("symbolicator.http.max-requests");
  }

  /** The problem that no thread was free until the deadline. */
  static Problem noThread() {
    return Problem.of(
            Problem.Kind.OVERLOADED,
            "The service did not come to the body in time. Send it again in a moment.")
        .withLimit("symbolicator.symbolication.deadline");
  }

  static Problem of(Incomplete incomplete) {
    return Problem.of(
            Problem.Kind.INCOMPLETE,
            "%d of the %d scripts or their source maps or sources are not there and may be a little"
                    .formatted(incomplete.missing().size(), incomplete.report().scripts().size())
                + " later. Send"
                + " the profile again after as many seconds as Retry-After says, or without"
                + " incomplete=reject to get what is there.")
        .withScripts(incomplete.missing())
        .withRetryAfter(incomplete.retryAfter());
  }

  /** The problem with a profile that was not taken. */
  static Problem of(Rejected rejected, ByteBudget.Lease lease) {
    if (rejected.reason() == SymbolicationResult.Reason.OUT_OF_MEMORY) {
      return noRoom(lease);
    }
    Problem.Kind kind =
        switch (rejected.reason()) {
          case NOT_JSON -> Problem.Kind.NOT_JSON;
          case NOT_A_PROFILE -> Problem.Kind.NOT_A_PROFILE;
          case LIMIT, OUT_OF_MEMORY -> Problem.Kind.TOO_LARGE;
        };
    return Problem.of(kind, rejected.detail())
        .at(rejected.place().byteOffset(), rejected.place().pointer())
        .withLimit(rejected.place().limit());
  }

  private static String inWords(long bytes) {
    if (bytes % MEBIBYTE == 0) {
      return bytes / MEBIBYTE + " MiB";
    }
    return bytes % KIBIBYTE == 0 ? bytes / KIBIBYTE + " KiB" : bytes + " bytes";
  }
}

package dev.symbolicator.api.problem;

import dev.symbolicator.content.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;

/** The wording of the problems that more than one class answers with. */
public final class Problems {
  private static final long KIBIBYTE = 1024;
  private static final long MEBIBYTE = 1024 * KIBIBYTE;

  private Problems() {}

  public static Problem unsupportedCoding(String detail) {
    return Problem.of(
        Problem.ProblemKind.UNSUPPORTED_CODING,
        "Content-Encoding: " + detail + ". Send the profile as it is, or with gzip, br or zstd.");
  }

  public static Problem multipart() {
    return Problem.of(
        Problem.ProblemKind.UNSUPPORTED_TYPE,
        "A multipart body is not read. Send the profile itself: curl --data-binary @trace.json.");
  }

  /** The problem with a body whose content codings could not be undone. */
  public static Problem of(Decoding failure, ByteBudget.Lease lease) {
    if (failure instanceof Decoding.TooLarge tooLarge) {
      return bodyTooLarge(tooLarge.limit());
    }
    if (failure instanceof Decoding.Corrupt corrupt) {
      return Problem.of(
          Problem.ProblemKind.CORRUPT_BODY,
          corrupt.detail() + ". Check that Content-Encoding says how the body was compressed.");
    }
    return noRoom(lease);
  }

  public static Problem bodyTooLarge(long limit) {
    return Problem.of(
            Problem.ProblemKind.TOO_LARGE,
            "The body is larger than "
                + inWords(limit)
                + ". Send less at once, or have the operator raise symbolicator.http.max-body-size.")
        .withLimit("symbolicator.http.max-body-size");
  }

  /** The problem that the budget has no room left: to wait helps unless one alone needs more. */
  public static Problem noRoom(ByteBudget.Lease lease) {
    Problem problem =
        lease.passesLimitAlone()
            ? Problem.of(
                Problem.ProblemKind.TOO_LARGE,
                "The profile needs more memory than the service may use. Send less at once, or have"
                    + " the operator give it more heap or raise"
                    + " symbolicator.memory.max-bytes-in-flight.")
            : Problem.of(
                Problem.ProblemKind.OVERLOADED,
                "Too many bytes are in flight. Send the profile again in a moment.");
    return problem.withLimit("symbolicator.memory.max-bytes-in-flight");
  }

  /** The problem that too many requests are under way. */
  public static Problem tooManyRequests() {
    return Problem.of(
            Problem.ProblemKind.OVERLOADED,
            "Too many requests are under way. Send the profile again in a moment.")
        .withLimit("symbolicator.http.max-requests");
  }

  /** The problem that no thread was free until the deadline. */
  public static Problem noThread() {
    return Problem.of(
            Problem.ProblemKind.OVERLOADED,
            "The service did not come to the body in time. Send it again in a moment.")
        .withLimit("symbolicator.symbolication.deadline");
  }

  public static Problem of(Incomplete incomplete) {
    return Problem.of(
            Problem.ProblemKind.INCOMPLETE,
            "%d of the %d scripts or their source maps or sources are not there and may be a little"
                    .formatted(incomplete.missing().size(), incomplete.report().scripts().size())
                + " later. Send"
                + " the profile again after as many seconds as Retry-After says, or without"
                + " incomplete=reject to get what is there.")
        .withScripts(incomplete.missing())
        .withRetryAfter(incomplete.retryAfter());
  }

  /** The problem with a profile that was not taken. */
  public static Problem of(RejectedProfile rejected, ByteBudget.Lease lease) {
    if (rejected.reason() == SymbolicationResult.RejectionReason.OUT_OF_MEMORY) {
      return noRoom(lease);
    }
    Problem.ProblemKind kind =
        switch (rejected.reason()) {
          case NOT_JSON -> Problem.ProblemKind.NOT_JSON;
          case NOT_A_PROFILE -> Problem.ProblemKind.NOT_A_PROFILE;
          case LIMIT, OUT_OF_MEMORY -> Problem.ProblemKind.TOO_LARGE;
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

package dev.symbolicator.api.problem;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import org.jspecify.annotations.Nullable;

public final class Problems {
  private static final long KIBIBYTE = 1024;
  private static final long MEBIBYTE = 1024 * KIBIBYTE;
  private static final String AGAIN =
      "Send the request again after as many seconds as Retry-After says.";

  private Problems() {}

  public static Problem unsupportedCoding(String detail) {
    return Problem.of(
        Problem.ProblemKind.UNSUPPORTED_CODING,
        "The Content-Encoding is "
            + detail
            + ". Send the body plain, or in "
            + String.join(" or ", ContentCodings.names()).replaceAll(" or (?=.* or )", ", ")
            + ".");
  }

  /** Returns the problem of a client that accepts no coding of answers, not even none. */
  public static Problem noCoding() {
    return Problem.of(
        Problem.ProblemKind.NOT_ACCEPTABLE,
        "The header Accept-Encoding rules out every answer. Allow identity, gzip, br or zstd.");
  }

  /** Returns the problem of a body whose content codings could not be undone. */
  public static Problem of(Decoding failure, ByteBudget.Lease lease) {
    if (failure instanceof Decoding.TooLarge tooLarge) {
      return bodyTooLarge(tooLarge.limit());
    }
    if (failure instanceof Decoding.NoLibrary missing) {
      return unsupportedCoding(missing.detail());
    }
    if (failure instanceof Decoding.Corrupt corrupt) {
      return Problem.of(
          Problem.ProblemKind.CORRUPT_BODY,
          corrupt.detail() + ". Check that Content-Encoding says how the body was compressed.");
    }
    return noRoom(lease);
  }

  /** Returns the problem of a body larger than {@code limit} bytes, as sent or inflated. */
  public static Problem bodyTooLarge(long limit) {
    return bodyTooLarge(limit, "symbolicator.http.max-body-size");
  }

  /** Returns the problem of a body larger than {@code limit} bytes, which has a key. */
  public static Problem bodyTooLarge(long limit, String key) {
    return Problem.of(
            Problem.ProblemKind.TOO_LARGE,
            "The body is larger than %s. Send less at once, or have the operator raise %s."
                .formatted(inWords(limit), key))
        .withLimit(key);
  }

  /** Returns the problem of a line of a batch that is longer than {@code limit} bytes. */
  public static Problem lineTooLarge(long limit) {
    return Problem.of(
            Problem.ProblemKind.TOO_LARGE,
            "The line is longer than "
                + inWords(limit)
                + ". Send a smaller profile, or have the operator raise"
                + " symbolicator.http.max-body-size.")
        .withLimit("symbolicator.http.max-body-size");
  }

  /** Returns a 503, or a 413 if the request alone needs more than the budget. */
  public static Problem noRoom(ByteBudget.Lease lease) {
    Problem problem =
        lease.passesLimitAlone()
            ? Problem.of(
                Problem.ProblemKind.TOO_LARGE,
                "The request needs more memory than the service may use. Send less at once, or have"
                    + " the operator give the service more heap or raise"
                    + " symbolicator.memory.max-bytes-in-flight.")
            : Problem.of(Problem.ProblemKind.OVERLOADED, "Too many bytes are in flight. " + AGAIN);
    return problem.withLimit("symbolicator.memory.max-bytes-in-flight");
  }

  public static Problem tooManyRequests() {
    return Problem.of(Problem.ProblemKind.OVERLOADED, "Too many requests are under way. " + AGAIN)
        .withLimit("symbolicator.http.max-requests");
  }

  /** Returns the problem of a request for which no thread was free before its deadline. */
  public static Problem noThread() {
    return Problem.of(
            Problem.ProblemKind.OVERLOADED,
            "No thread was free before the request's deadline. " + AGAIN)
        .withLimit("symbolicator.symbolication.deadline");
  }

  /** Returns the problem of a profile whose scripts are incomplete for now. */
  public static Problem of(Incomplete incomplete) {
    return Problem.of(
            Problem.ProblemKind.INCOMPLETE,
            "%d of the %d scripts could not be loaded yet, or their source map or sources."
                    .formatted(incomplete.missing().size(), incomplete.report().scripts().size())
                + " Send the profile again after as many seconds as Retry-After says,"
                + " or without incomplete=reject to get what is there.")
        .with("scripts", incomplete.missing())
        .withRetryAfter(incomplete.retryAfter());
  }

  /** Returns the profile; throws a {@link ProblemException} if nothing was symbolicated. */
  public static Symbolicated symbolicatedOrProblem(
      SymbolicationResult result, ByteBudget.Lease lease) {
    if (result instanceof RejectedProfile rejected) {
      throw new ProblemException(of(rejected, lease));
    }
    if (result instanceof Incomplete incomplete) {
      throw new ProblemException(of(incomplete));
    }
    return (Symbolicated) result;
  }

  public static Problem of(RejectedProfile rejected, ByteBudget.Lease lease) {
    if (rejected.reason() == SymbolicationResult.RejectionReason.OUT_OF_MEMORY) {
      return noRoom(lease);
    }
    Problem.ProblemKind kind =
        switch (rejected.reason()) {
          case NOT_JSON -> Problem.ProblemKind.NOT_JSON;
          case NOT_A_PROFILE -> Problem.ProblemKind.NOT_A_PROFILE;
          case NOT_AVAILABLE -> Problem.ProblemKind.NOT_AVAILABLE;
          case AMBIGUOUS_MAPS -> Problem.ProblemKind.AMBIGUOUS_MAPS;
          case TOO_COARSE -> Problem.ProblemKind.SAMPLES_TOO_COARSE;
          case LIMIT, OUT_OF_MEMORY -> Problem.ProblemKind.TOO_LARGE;
        };
    return Problem.of(kind, rejected.detail() + advice(kind, rejected.place().pointer()))
        .at(rejected.place().byteOffset(), rejected.place().pointer())
        .withLimit(rejected.place().limit());
  }

  /** Returns what to do, where the detail says only what is wrong. */
  private static String advice(Problem.ProblemKind kind, @Nullable String pointer) {
    boolean isOneValue = pointer != null && !pointer.isEmpty();
    return kind == Problem.ProblemKind.NOT_A_PROFILE && isOneValue
        ? " Correct the value at the pointer, and send the profile again."
        : "";
  }

  /** Writes a number of bytes in the largest unit of which it is a multiple. */
  public static String inWords(long bytes) {
    if (bytes % MEBIBYTE == 0) {
      return bytes / MEBIBYTE + " MiB";
    }
    return bytes % KIBIBYTE == 0 ? bytes / KIBIBYTE + " KiB" : bytes + " bytes";
  }
}

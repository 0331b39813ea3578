package dev.symbolicator.api.large;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.store.TempFiles.TempFileException;
import java.time.Duration;

final class LargeProblems {
  private static final String SIZE_KEY = "symbolicator.http.max-large-body-size";
  private static final String AGAIN =
      " Send the request again after as many seconds as Retry-After says.";
  private static final String SEND_LESS =
      " Send a shorter recording or the snapshot of a smaller page";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private LargeProblems() {}

  /** Returns the problem of a body that is larger than a limit, as sent or inflated. */
  static Problem tooLarge(long limit) {
    return Problem.of(
            ProblemKind.TOO_LARGE,
            "The body is larger than %s, as sent or inflated.%s, or have the operator raise %s."
                .formatted(Problems.inWords(limit), SEND_LESS, SIZE_KEY))
        .withLimit(SIZE_KEY);
  }

  /** Returns the problem of a body for which the service will never have the memory. */
  static Problem tooLargeForMemory(long limit) {
    return Problem.of(
            ProblemKind.TOO_LARGE,
            "The body is larger than %s, for which the service has the memory.%s, or have the operator give the service more heap."
                .formatted(Problems.inWords(limit), SEND_LESS))
        .withLimit("symbolicator.memory.max-bytes-in-flight");
  }

  /** Returns the problem of a client that sends too little for too long. */
  static Problem tooSlow(LargeLimits limits, Duration idle) {
    return Problem.of(
            ProblemKind.BODY_TIMEOUT,
            "Fewer than %,d bytes of the body came within %d ms. Send the body again, over a faster"
                    .formatted(limits.progressBytes(), idle.toMillis())
                + " line or compressed.")
        .withLimit("symbolicator.http.body-timeout");
  }

  static Problem noPlace() {
    return Problem.of(
            ProblemKind.OVERLOADED, "Too many large bodies are in work or wait already." + AGAIN)
        .withLimit("max-large-bodies")
        .withRetryAfter(RETRY_AFTER);
  }

  static Problem noRoom() {
    return Problem.of(
            ProblemKind.DISK_UNAVAILABLE,
            "The disk of the cache directory has no room for the body now." + AGAIN)
        .withRetryAfter(RETRY_AFTER);
  }

  static Problem of(TempFileException refused) {
    return Problem.of(ProblemKind.DISK_UNAVAILABLE, refused.getMessage() + AGAIN)
        .withRetryAfter(RETRY_AFTER);
  }

  static Problem corrupt() {
    return Problem.of(
        ProblemKind.CORRUPT_BODY,
        "The compressed body ends too early, is damaged, or is not compressed as Content-Encoding"
            + " says. Send the whole file again.");
  }

  static Problem stopping() {
    return Problem.of(ProblemKind.OVERLOADED, "The service is stopping." + AGAIN)
        .withRetryAfter(RETRY_AFTER);
  }
}

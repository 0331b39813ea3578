package dev.symbolicator.api.batch;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Makes the problems of batches, and writes problems as lines. */
final class BatchProblems {
  private static final int UNAVAILABLE = 503;

  private BatchProblems() {}

  /** Returns the problem of a batch beyond the number that may be under way. */
  static Problem tooMany() {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "Too many batches are under way. Send the batch again after as many seconds as"
                + " Retry-After says, or send the profiles one by one.")
        .withLimit("max-batches");
  }

  /** Returns the problem of a content coding that a stream may not have. */
  static Problem coding() {
    return Problem.of(
        ProblemKind.UNSUPPORTED_CODING,
        "A batch may have the Content-Encoding gzip or deflate, or none. Other codings need a window"
            + " for as long as the batch lasts.");
  }

  /** Returns the problem of a client that sends no byte for too long. */
  static Problem tooSlow(Duration idle) {
    return Problem.of(
            ProblemKind.BODY_TIMEOUT,
            "No byte of the batch came within %d ms. Send the lines from this one on again; an empty"
                    .formatted(idle.toMillis())
                + " line now and then keeps a slow batch alive.")
        .withLimit("symbolicator.http.body-timeout");
  }

  /** Returns the problem of a client that sends on, but does not read its answers. */
  static Problem unread(BatchLimits limits, Duration idle) {
    return Problem.of(
            ProblemKind.TOO_LARGE,
            "The answers were not read for %d ms, and at most %,d bytes of them are kept. Read"
                    .formatted(idle.toMillis(), limits.unreadBytes())
                + " answers while sending, and send the lines from this one on again.")
        .withLimit("max-batch-unread");
  }

  /** Returns the problem of a batch that cannot be inflated. */
  static Problem corrupt() {
    return Problem.of(
        ProblemKind.CORRUPT_BODY,
        "The batch is damaged or cut off here, or not compressed as Content-Encoding says. Send the"
            + " lines from this one on again.");
  }

  /** Returns the problem of a batch that is under way while the service stops. */
  static Problem stopping() {
    return Problem.of(
        ProblemKind.OVERLOADED, "The service is stopping. Send the lines from this one on again.");
  }

  /**
   * Writes a problem as a line.
   *
   * @param line 1-based number of the line
   * @param isEnd whether the problem ends the batch
   */
  static Buffer line(Problem problem, long line, boolean isEnd) {
    Map<String, Object> members = new HashMap<>();
    if (problem.members() != null) {
      members.putAll(problem.members());
    }
    members.put("line", line);
    if (isEnd) {
      members.put("end", true);
    }
    if (problem.status() == UNAVAILABLE && !isEnd) {
      members.put("retryAfter", problem.retryAfter());
    }
    return Json.encodeToBuffer(problem.withMembers(members)).appendByte((byte) '\n');
  }
}

package dev.symbolicator.api.batch;

import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.RejectionReason;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class BatchProblems {
  private static final int UNAVAILABLE = 503;

  /** What to send again after a problem: of a sum, nothing was answered yet. */
  enum Again {
    REST("the lines from this one on"),
    ALL("the batch");

    private final String what;

    Again(String what) {
      this.what = what;
    }
  }

  private BatchProblems() {}

  /** Returns the problem of a batch beyond the number that may be under way. */
  static Problem tooMany() {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "Too many batches are under way. Send the batch again after as many seconds as"
                + " Retry-After says, or send the profiles one by one.")
        .withLimit("max-batches");
  }

  /** Returns the problem of content codings that a stream may not have. */
  static Problem coding() {
    return Problem.of(
        ProblemKind.UNSUPPORTED_CODING,
        "A batch may have one Content-Encoding, and this service decodes batches in "
            + Stream.of(ContentCoding.values())
                .filter(StreamDecoding::knows)
                .map(Encoding::name)
                .collect(Collectors.joining(", "))
            + ".");
  }

  /** Returns the problem of a batch for whose decoder or encoder there is no memory. */
  static Problem noRoom(Again again) {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "Too many bytes are in flight for the window of the batch's coding. Send %s again later, or in gzip, or not compressed."
                .formatted(again.what))
        .withLimit("symbolicator.memory.max-bytes-in-flight");
  }

  /** Returns the problem of a sum for which there is no memory beside those of other batches. */
  static Problem noRoomForSum() {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "All batches together hold too many bytes. Send the batch again later, or as several"
                + " smaller ones.")
        .withLimit("symbolicator.memory.max-bytes-in-flight");
  }

  /** Returns the problem of a batch without profiles, or with an empty side of a comparison. */
  static Problem nothingToAddUp(String detail, long problems) {
    return Problem.of(
        ProblemKind.NOTHING_TO_ADD_UP,
        "%s Lines with problems: %d. Send profiles of both sides of a baseline in one batch, a js-self-profile or a cpuprofile in each line; without aggregate=true, the answer says what is wrong with each."
            .formatted(detail, problems));
  }

  /** Returns the problem of a client that sends no line for too long. */
  static Problem tooSlow(Duration idle, Again again) {
    return Problem.of(
            ProblemKind.BODY_TIMEOUT,
            "No further line of the batch was complete within %d ms; empty lines do not count. Send %s again, and end a batch while there is nothing to send."
                .formatted(idle.toMillis(), again.what))
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

  /** Returns the problem of a batch that cannot be inflated from some line on. */
  static Problem corrupt(Again again) {
    return Problem.of(
        ProblemKind.CORRUPT_BODY,
        "The batch is damaged or cut off here. Send %s again.".formatted(again.what));
  }

  /** Returns the problem of a batch whose first line cannot be inflated. */
  static Problem corruptAtBegin(@Nullable ContentCoding declared) {
    return Problem.of(
        ProblemKind.CORRUPT_BODY,
        declared == null
            ? "The batch is damaged or cut off in its first line. Compress the batch again."
            : "The batch is not %s, or is damaged in its first line. Leave out Content-Encoding, or compress the batch again."
                .formatted(Encoding.name(declared)));
  }

  static Problem of(RejectedProfile rejected, ByteBudget.Lease lease) {
    Problem problem = Problems.of(rejected, lease);
    return rejected.reason() == RejectionReason.NOT_JSON
        ? problem.withDetail(
            problem.detail()
                + " A batch has one whole profile in each line, as `jq -c . file` writes it.")
        : problem;
  }

  static Problem stopping(Again again) {
    return Problem.of(
        ProblemKind.OVERLOADED, "The service is stopping. Send %s again.".formatted(again.what));
  }

  static Problem internal() {
    return Problem.of(
        ProblemKind.INTERNAL, "The line could not be answered. The log has the reason.");
  }

  /** Writes the problem of a line, whose number is 1-based, or of the whole batch. */
  static Buffer line(Problem problem, long line, boolean isEnd) {
    boolean isAgain = problem.status() == UNAVAILABLE && !isEnd;
    return Json.encodeToBuffer(
            problem
                .with("line", line)
                .with("end", isEnd ? true : null)
                .with("retryAfter", isAgain ? problem.retryAfter() : null))
        .appendByte((byte) '\n');
  }
}

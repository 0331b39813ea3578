package dev.symbolicator.api;

import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** The answer to a profile, with its body. A compressed body is written on a worker thread. */
record ProfileResponse(
    Symbolicated result, ContentCoding coding, AnswerBody body, Duration writeTime) {
  private static final int SMALLEST_WORTH_COMPRESSING = 1024;

  /** Returns whether the answer to a body has no coding, so that writing it is quick. */
  static boolean isPlain(MultiMap headers, int bodySize) {
    return ProfileHead.choose(headers, isSmall(bodySize)) == ContentCoding.IDENTITY;
  }

  private static boolean isSmall(int bodySize) {
    return bodySize < SMALLEST_WORTH_COMPRESSING;
  }

  /**
   * Writes the profile, compressed as the client accepts it, unless the request's inflated body is
   * small.
   *
   * @param lease charged with the answer's memory, and afterwards with nothing else
   * @throws ProblemException if the budget does not allow the answer, or the client accepts none
   */
  static ProfileResponse of(
      Symbolicated result, int bodySize, MultiMap headers, ByteBudget.Lease lease) {
    ContentCoding coding =
        ProfileHead.coding(
            headers, result.mediaType(), isSmall(bodySize) || result.shape().isCompressed());
    long start = System.nanoTime();
    AnswerBody body = new AnswerBody(lease, result.mostBytes());
    write(result, coding, body, lease);
    lease.shrinkTo(body.memory());
    Duration writeTime = Duration.ofNanos(System.nanoTime() - start);
    return new ProfileResponse(result, coding, body, writeTime);
  }

  Response build() {
    return head().build();
  }

  Response.ResponseBuilder head() {
    return ProfileHead.of(body, result, coding).header(ProfileHead.SERVER_TIMING, serverTiming());
  }

  private String serverTiming() {
    return ProfileHead.duration("read", result.timings().read())
        + ", "
        + ProfileHead.duration("resolve", result.timings().resolve())
        + ", "
        + ProfileHead.duration("write", writeTime);
  }

  private static void write(
      Symbolicated result, ContentCoding coding, AnswerBody body, ByteBudget.Lease lease) {
    try (ByteBudget.Lease memory = lease.growApart(Encoding.memory(coding), 0)) {
      if (memory == null) {
        throw new ProblemException(Problems.noRoom(lease));
      }
      try (OutputStream out = Encoding.of(coding, body)) {
        result.profile().writeTo(out);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}

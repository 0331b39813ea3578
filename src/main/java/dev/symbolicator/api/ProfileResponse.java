package dev.symbolicator.api;

import dev.symbolicator.api.http.Accept;
import dev.symbolicator.api.http.AcceptEncoding;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;

/**
 * Turns a symbolicated profile into an HTTP answer. Compresses the answer on a worker thread, off
 * the event loop.
 */
final class ProfileResponse {
  private static final int SMALLEST_WORTH_COMPRESSING = 1024;

  private ProfileResponse() {}

  /**
   * Writes the profile.
   *
   * @param bodySize size of the inflated request body in bytes; the answer to a small body is not
   *     compressed
   * @param headers those of the request
   * @param lease charged with the answer's memory, and afterwards with nothing else, since the
   *     profile is no longer needed
   * @throws ProblemException if the budget does not allow the answer, or the client accepts none
   */
  static Response of(Symbolicated result, int bodySize, MultiMap headers, ByteBudget.Lease lease) {
    long start = System.nanoTime();
    Accept.require(headers.get(HttpHeaders.ACCEPT), result.mediaType());
    ContentCoding coding =
        AcceptEncoding.choose(
            headers.get(HttpHeaders.ACCEPT_ENCODING), bodySize < SMALLEST_WORTH_COMPRESSING);
    if (coding == null) {
      throw new ProblemException(Problems.noCoding());
    }
    AnswerBody body = new AnswerBody(lease);
    write(result, coding, body, lease);
    lease.shrinkTo(body.memory());
    Duration write = Duration.ofNanos(System.nanoTime() - start);
    Response.ResponseBuilder response =
        Response.ok(body, result.mediaType())
            .header("Symbolication", symbolication(result.report()))
            .header(
                "Server-Timing",
                duration("read", result.timings().read())
                    + ", "
                    + duration("resolve", result.timings().resolve())
                    + ", "
                    + duration("write", write))
            .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    return coding == ContentCoding.IDENTITY
        ? response.build()
        : response.header(HttpHeaders.CONTENT_ENCODING, Encoding.name(coding)).build();
  }

  private static void write(
      Symbolicated result, ContentCoding coding, AnswerBody body, ByteBudget.Lease lease) {
    try (ByteBudget.Lease memory =
        lease.growApart(Encoding.memory(coding, result.mostBytes()), 0)) {
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

  /** Returns the summary as a structured field (RFC 9651): a dictionary of integers. */
  private static String symbolication(SymbolicationReport report) {
    return "mapped=%d, total=%d, pending=%d"
        .formatted(report.mapped(), report.total(), report.pending());
  }

  private static String duration(String name, Duration time) {
    return String.format(Locale.ROOT, "%s;dur=%.2f", name, time.toNanos() / 1e6);
  }
}

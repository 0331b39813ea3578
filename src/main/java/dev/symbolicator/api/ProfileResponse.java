package dev.symbolicator.api;

import dev.symbolicator.api.http.AcceptEncoding;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

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
   * @param acceptEncoding the request's header, null if absent
   * @param lease charged with the answer's memory, and afterwards with nothing else, since the
   *     profile is no longer needed
   * @throws ProblemException if the budget does not allow the answer
   */
  static Response of(
      Symbolicated result, int bodySize, @Nullable String acceptEncoding, ByteBudget.Lease lease) {
    long start = System.nanoTime();
    boolean gzip =
        bodySize >= SMALLEST_WORTH_COMPRESSING && AcceptEncoding.allowsGzip(acceptEncoding);
    AnswerBody body = new AnswerBody(lease);
    try (OutputStream out = gzip ? new AnswerGzip(body) : body) {
      result.profile().writeTo(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
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
    return gzip ? response.header(HttpHeaders.CONTENT_ENCODING, "gzip").build() : response.build();
  }

  /** Returns the summary as a structured field (RFC 9651): a dictionary of integers. */
  private static String symbolication(SymbolicationReport report) {
    return "mapped=%d, total=%d, pending=%d"
        .formatted(report.mapped(), report.total(), report.pending());
  }

  private static String duration(String name, Duration time) {
    return String.format(Locale.ROOT, "%s;dur=%.2f", name, time.toNanos() / 1e6);
  }

  /** Compresses faster than the default level of 6: an answer is sent only once. */
  private static final class AnswerGzip extends GZIPOutputStream {
    /** Level 4 takes half to two thirds of the time of level 6; answers are 2 to 8 % larger. */
    private static final int LEVEL = 4;

    AnswerGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(LEVEL);
    }
  }
}

package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Locale;

/** Makes the head of an answer that is a profile. */
public final class ProfileHead {
  /** The header, and the trailer of large answers, that counts the mapped frames. */
  public static final String SYMBOLICATION = "Symbolication";

  public static final String SERVER_TIMING = "Server-Timing";

  private ProfileHead() {}

  /**
   * Chooses the coding of an answer.
   *
   * @param headers those of the request
   * @param isSmall whether encoding is not worth the while
   * @throws ProblemException if the client accepts neither a coding nor the plain answer, or not
   *     the media type
   */
  public static ContentCoding coding(MultiMap headers, String mediaType, boolean isSmall) {
    Accept.require(headers.get(HttpHeaders.ACCEPT), mediaType);
    ContentCoding coding = AcceptEncoding.choose(headers.get(HttpHeaders.ACCEPT_ENCODING), isSmall);
    if (coding == null) {
      throw new ProblemException(Problems.noCoding());
    }
    return coding;
  }

  /** Begins the response that has a profile as its entity. */
  public static Response.ResponseBuilder of(
      Object entity, Symbolicated result, ContentCoding coding) {
    return withCoding(Response.ok(entity, result.mediaType()), coding)
        .header(SYMBOLICATION, symbolication(result.report()));
  }

  /** Names the coding of a response's body, and the request's header that chose the coding. */
  public static Response.ResponseBuilder withCoding(
      Response.ResponseBuilder response, ContentCoding coding) {
    response.header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    return coding == ContentCoding.IDENTITY
        ? response
        : response.header(HttpHeaders.CONTENT_ENCODING, Encoding.name(coding));
  }

  /** Returns the summary as a structured field (RFC 9651): a dictionary of integers. */
  public static String symbolication(SymbolicationReport report) {
    return "mapped=%d, total=%d, pending=%d"
        .formatted(report.mapped(), report.total(), report.pending());
  }

  /** Returns an element of {@code Server-Timing}, in milliseconds. */
  public static String duration(String name, Duration time) {
    return String.format(Locale.ROOT, "%s;dur=%.2f", name, time.toNanos() / 1e6);
  }
}

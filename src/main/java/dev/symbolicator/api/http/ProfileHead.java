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
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

public final class ProfileHead {
  /** The header, and the trailer of large answers, that counts the mapped frames. */
  public static final String SYMBOLICATION = "Symbolication";

  public static final String SERVER_TIMING = "Server-Timing";

  /** The header that says what was left out of a profile. */
  private static final String REDUCTION = "Reduction";

  private static final long NANOS_OF_HUNDREDTH = 10_000;

  private ProfileHead() {}

  /** Chooses a coding; throws if the client accepts none, or not the media type. */
  public static ContentCoding coding(MultiMap headers, String mediaType, boolean isSmall) {
    Accept.require(headers.get(HttpHeaders.ACCEPT), mediaType);
    ContentCoding coding = choose(headers, isSmall);
    if (coding == null) {
      throw new ProblemException(Problems.noCoding());
    }
    return coding;
  }

  /** Returns the coding for a client, whatever media types it accepts; null if it accepts none. */
  public static @Nullable ContentCoding choose(MultiMap headers, boolean isSmall) {
    return Accept.coding(headers.get(HttpHeaders.ACCEPT_ENCODING), isSmall);
  }

  /** Begins the response that has a profile as its entity. */
  public static Response.ResponseBuilder of(
      Object entity, Symbolicated result, ContentCoding coding) {
    Response.ResponseBuilder response = Response.ok(entity);
    write(result, coding, response::header);
    return response;
  }

  /** Writes the head of a profile's answer, by the names and values of its fields. */
  public static void write(
      Symbolicated result, ContentCoding coding, BiConsumer<String, String> head) {
    head.accept(HttpHeaders.CONTENT_TYPE, result.mediaType());
    writeCoding(coding, head);
    head.accept(SYMBOLICATION, symbolication(result.report()));
    String reduction = result.shape().reduction();
    if (reduction != null) {
      head.accept(REDUCTION, reduction);
    }
    String fileName = result.shape().fileName();
    if (fileName != null) {
      head.accept(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + fileName + "\"");
    }
  }

  /** Writes the coding of a response's body, and the request's header that chose the coding. */
  public static void writeCoding(ContentCoding coding, BiConsumer<String, String> head) {
    head.accept(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    if (coding != ContentCoding.IDENTITY) {
      head.accept(HttpHeaders.CONTENT_ENCODING, Encoding.name(coding));
    }
  }

  /** Returns the summary as a structured field (RFC 9651): a dictionary of integers. */
  public static String symbolication(SymbolicationReport report) {
    return "mapped="
        + report.mapped()
        + ", total="
        + report.total()
        + ", pending="
        + report.pending();
  }

  /** Writes milliseconds with two decimals; a {@link java.util.Formatter} takes far longer. */
  public static String duration(String name, Duration time) {
    long hundredths = (time.toNanos() + NANOS_OF_HUNDREDTH / 2) / NANOS_OF_HUNDREDTH;
    String fraction = hundredths % 100 < 10 ? ".0" : ".";
    return name + ";dur=" + hundredths / 100 + fraction + hundredths % 100;
  }
}

package dev.symbolicator.profile.multipart;

import dev.symbolicator.profile.json.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a form, {@code multipart/form-data} (RFC 7578, RFC 2046 section 5.1), in place.
 * The first line of the body gives the boundary, so no header is needed.
 */
final class FormParts {
  /** The most characters of a boundary, without its dashes (RFC 2046, section 5.1.1). */
  private static final int MAX_BOUNDARY = 70;

  private static final int MAX_HEADERS = 8 * 1024;
  private static final int MAX_PARTS = 100;
  private static final Pattern DISPOSITION =
      Pattern.compile("(?im)^content-disposition:[ \t]*form-data\\b[^\r\n]*");
  private static final Pattern NAME = Pattern.compile("(?i)[; \t]name=\"([^\"]*)\"");
  private static final byte[] END_OF_HEADERS = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final String boundary;
  private final List<FormPart> parts;

  private FormParts(String boundary, List<FormPart> parts) {
    this.boundary = boundary;
    this.parts = parts;
  }

  /** Returns the boundary with which a body begins; null if the body is no form. */
  static @Nullable String boundaryOf(byte[] body) {
    int end = 2;
    while (end < body.length && end <= MAX_BOUNDARY + 2 && body[end] > ' ' && body[end] < 0x7F) {
      end++;
    }
    boolean isLine =
        end > 2
            && end + 1 < body.length
            && body[0] == '-'
            && body[1] == '-'
            && body[end] == '\r'
            && body[end + 1] == '\n';
    return isLine ? new String(body, 2, end - 2, StandardCharsets.US_ASCII) : null;
  }

  /** Returns the parts of a form; null if the form is cut off or has too many parts. */
  static @Nullable FormParts of(byte[] body) {
    String boundary = boundaryOf(body);
    if (boundary == null) {
      return null;
    }
    byte[] delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    List<FormPart> parts = new ArrayList<>();
    int at = delimiter.length; // Behind the first boundary and its line break.
    while (parts.size() < MAX_PARTS) {
      int headersEnd = find(END_OF_HEADERS, body, at - 2, at + MAX_HEADERS);
      if (headersEnd < 0) {
        return null;
      }
      int start = headersEnd + END_OF_HEADERS.length;
      int end = find(delimiter, body, start - 2, body.length);
      if (end < 0) {
        return null;
      }
      String headers = new String(body, at, Math.max(0, headersEnd - at), StandardCharsets.UTF_8);
      parts.add(new FormPart(name(headers), new Span(start, Math.max(start, end))));
      int next = end + delimiter.length;
      if (next + 1 < body.length && body[next] == '-' && body[next + 1] == '-') {
        return new FormParts(boundary, parts);
      }
      if (next + 1 >= body.length || body[next] != '\r' || body[next + 1] != '\n') {
        return null;
      }
      at = next + 2;
    }
    return null;
  }

  private static String name(String headers) {
    Matcher disposition = DISPOSITION.matcher(headers);
    Matcher name = NAME.matcher(disposition.find() ? disposition.group() : "");
    return name.find() ? name.group(1) : "";
  }

  private static int find(byte[] wanted, byte[] body, int from, int to) {
    int last = Math.min(to, body.length) - wanted.length;
    for (int at = from; at <= last; at++) {
      int matched = 0;
      while (matched < wanted.length && body[at + matched] == wanted[matched]) {
        matched++;
      }
      if (matched == wanted.length) {
        return at;
      }
    }
    return -1;
  }

  String boundary() {
    return boundary;
  }

  /** Returns the first part of a name; null if there is none. */
  @Nullable FormPart named(String name) {
    return parts.stream().filter(part -> part.name().equals(name)).findFirst().orElse(null);
  }
}

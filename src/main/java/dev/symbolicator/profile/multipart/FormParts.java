package dev.symbolicator.profile.multipart;

import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.ProfileReading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of {@code multipart/form-data} (RFC 7578, RFC 2046 section 5.1) in place. The
 * first line gives the boundary, so no header is needed.
 */
final class FormParts {
  /** The most characters of a boundary, without its dashes (RFC 2046, section 5.1.1). */
  static final int MAX_BOUNDARY = 70;

  /** The most bytes of a part's headers. */
  static final int MAX_HEADERS = 8 * 1024;

  /** The most parts of a form; Datadog's SDK sends two, and a build may have many maps. */
  static final int MAX_PARTS = 1000;

  static final String UNCHANGED = " Send the form unchanged, as the SDK made it.";
  static final String FILE = " To send a file, use curl --data-binary @file.";

  private static final String OF_BOUNDARIES = "'()+_,-./:=?";
  private static final Pattern DISPOSITION =
      Pattern.compile("(?im)^content-disposition:[ \t]*form-data\\b[^\r\n]*");
  private static final Pattern NAME = Pattern.compile("(?i)[; \t]name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile("(?i)[; \t]filename=\"([^\"]*)\"");
  private static final Pattern TYPE = Pattern.compile("(?im)^content-type:[ \t]*([^\r\n]+)");
  private static final byte[] END_OF_HEADERS = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final byte[] body;
  final String boundary;
  private final byte[] delimiter;

  /** How far the search may move on, by the byte at the place of the delimiter's last one. */
  private final int[] skips = new int[256];

  private final List<FormPart> parts = new ArrayList<>();

  FormParts(byte[] body, String boundary) {
    this.body = body;
    this.boundary = boundary;
    delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    Arrays.fill(skips, delimiter.length);
    for (int i = 0; i < delimiter.length - 1; i++) {
      skips[delimiter[i]] = delimiter.length - 1 - i;
    }
  }

  /** Returns the boundary with which a body begins; null if the body is no form. */
  static @Nullable String boundaryOf(byte[] body) {
    int end = 2;
    while (end < body.length && end <= MAX_BOUNDARY + 2 && isOfBoundary(body[end])) {
      end++;
    }
    boolean isLine =
        end > 2
            && end <= MAX_BOUNDARY + 2
            && end + 1 < body.length
            && body[0] == '-'
            && body[1] == '-'
            && body[end] == '\r'
            && body[end + 1] == '\n';
    return isLine ? new String(body, 2, end - 2, StandardCharsets.US_ASCII) : null;
  }

  private static boolean isOfBoundary(byte b) {
    boolean isLetter = (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
    return isLetter || (b >= '0' && b <= '9') || OF_BOUNDARIES.indexOf(b) >= 0;
  }

  @Nullable ProfileReading read() {
    int at = delimiter.length; // Behind the first boundary and its line break.
    while (true) {
      if (parts.size() == MAX_PARTS) {
        return new ProfileReading.LimitExceeded("max-parts", MAX_PARTS, at);
      }
      // A part without headers begins with the empty line, whose break is that of the boundary.
      int headersEnd = find(END_OF_HEADERS, at - 2, at + MAX_HEADERS + END_OF_HEADERS.length);
      if (headersEnd < 0) {
        return at + MAX_HEADERS < body.length
            ? new ProfileReading.LimitExceeded("max-part-headers", MAX_HEADERS, at)
            : cutOff();
      }
      int start = headersEnd + END_OF_HEADERS.length;
      int end = findDelimiter(start - 2);
      if (end < 0) {
        return cutOff();
      }
      String headers = new String(body, at, Math.max(0, headersEnd - at), StandardCharsets.UTF_8);
      parts.add(FormPart.of(headers, new Span(start, Math.max(start, end))));
      int next = end + delimiter.length;
      if (startsWith("--", next)) {
        return null;
      }
      if (!startsWith("\r\n", next)) {
        return next + 1 < body.length
            ? invalid(next, "A boundary of the form must be followed by a line break." + UNCHANGED)
            : cutOff();
      }
      at = next + 2;
    }
  }

  private ProfileReading cutOff() {
    return invalid(
        0,
        "The form is cut off: a part does not end with the boundary of the form's first line. Send"
            + " the whole form again.");
  }

  private static ProfileReading invalid(int offset, String detail) {
    return new ProfileReading.Invalid("", offset, detail);
  }

  private boolean startsWith(String two, int at) {
    return at + 1 < body.length && body[at] == two.charAt(0) && body[at + 1] == two.charAt(1);
  }

  private int find(byte[] wanted, int from, int to) {
    int last = Math.min(to, body.length) - wanted.length;
    int at = from;
    while (at <= last && !isAt(wanted, at)) {
      at++;
    }
    return at <= last ? at : -1;
  }

  /**
   * Finds the next delimiter (Horspool's algorithm), in linear time for any boundary: its first
   * byte does not appear in it again, and is compared first.
   */
  private int findDelimiter(int from) {
    int length = delimiter.length;
    int last = body.length - length;
    int at = from;
    while (at <= last && !isAt(delimiter, at)) {
      at += skips[body[at + length - 1] & 0xFF];
    }
    return at <= last ? at : -1;
  }

  private boolean isAt(byte[] wanted, int at) {
    return body[at] == wanted[0]
        && Arrays.equals(body, at, at + wanted.length, wanted, 0, wanted.length);
  }

  @Nullable FormPart named(String name) {
    return parts.stream().filter(part -> part.name().equals(name)).findFirst().orElse(null);
  }

  List<FormPart> all() {
    return parts;
  }

  /**
   * A part by the {@code name} of its {@code Content-Disposition}, maybe empty, its file name and
   * type if it has them, and the bytes up to the next boundary.
   */
  record FormPart(String name, @Nullable String fileName, @Nullable String type, Span content) {

    static FormPart of(String headers, Span content) {
      Matcher line = DISPOSITION.matcher(headers);
      String disposition = line.find() ? line.group() : "";
      String name = value(NAME, disposition);
      return new FormPart(
          name == null ? "" : name, value(FILE_NAME, disposition), value(TYPE, headers), content);
    }

    private static @Nullable String value(Pattern pattern, String headers) {
      Matcher matcher = pattern.matcher(headers);
      return matcher.find() ? matcher.group(1) : null;
    }
  }
}

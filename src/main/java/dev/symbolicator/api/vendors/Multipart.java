package dev.symbolicator.api.vendors;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads files of a multipart body (RFC 7578, RFC 2046 section 5.1.1) as they come. */
final class Multipart {
  private static final int BUFFER_BYTES = 1 << 14;

  /** The most bytes of the headers of one part. */
  private static final int HEADER_BYTES = 1 << 13;

  private static final Pattern TYPE =
      Pattern.compile(
          "(?i)\\s*multipart/form-data\\s*;(?:.*;)?\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))\\s*(?:;.*)?");

  private static final Pattern DISPOSITION =
      Pattern.compile("(?im)^Content-Disposition:\\s*form-data\\s*;(.*)$");

  /** A parameter of the disposition; a quotation mark in a value has a backslash before it. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)\\G;?\\s*([a-z*]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s;\"]*+))\\s*");

  interface PartSink {
    /** Returns a stream that is closed at the file's end; null skips the file. */
    @Nullable OutputStream open(String name, String fileName) throws IOException;
  }

  private final InputStream body;
  private final PartSink sink;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int from;
  private int to;
  private int parts;
  private long left;
  private long fieldBytes;

  private Multipart(InputStream body, String boundary, long maxSize, PartSink sink) {
    this.body = body;
    left = maxSize;
    this.sink = sink;
    delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    // The first delimiter needs no line before it.
    buffer[to++] = '\r';
    buffer[to++] = '\n';
  }

  /** Reads a body to its end; throws if it is no multipart, cut off, or too large inflated. */
  static void read(@Nullable String contentType, InputStream body, long maxSize, PartSink sink)
      throws IOException {
    Matcher type = TYPE.matcher(contentType == null ? "" : contentType);
    if (!type.matches()) {
      throw new ProblemException(damaged());
    }
    String boundary = type.group(1) == null ? type.group(2) : type.group(1);
    new Multipart(body, boundary, maxSize, sink).read();
  }

  private void read() throws IOException {
    passUntilDelimiter(null);
    while (!isLast()) {
      if (++parts > VendorLimits.DEFAULT.parts()) {
        throw new ProblemException(damaged());
      }
      readPart(headers());
    }
    do {
      from = to; // The rest is of no meaning, but the client is to finish.
    } while (fill());
  }

  private void readPart(String headers) throws IOException {
    Matcher disposition = DISPOSITION.matcher(headers);
    String name = null;
    String fileName = null;
    if (disposition.find()) {
      Matcher parameter = PARAMETER.matcher(disposition.group(1));
      while (parameter.find()) {
        String value = parameter.group(2) == null ? parameter.group(3) : parameter.group(2);
        switch (parameter.group(1).toLowerCase(Locale.ROOT)) {
          case "name" -> name = value;
          case "filename" -> fileName = value;
          default -> {}
        }
      }
    }
    if (name == null) {
      throw new ProblemException(damaged());
    }
    OutputStream out = fileName == null ? new SkippedField() : sink.open(name, fileName);
    passUntilDelimiter(out);
    if (out != null) {
      out.close();
    }
  }

  /** Passes the bytes up to the next delimiter on, and goes behind the delimiter. */
  private void passUntilDelimiter(@Nullable OutputStream out) throws IOException {
    while (true) {
      int at = from;
      while (at <= to - delimiter.length && !isDelimiter(at)) {
        at++;
      }
      boolean isFound = at <= to - delimiter.length;
      if (out != null && at > from) {
        out.write(buffer, from, at - from);
      }
      from = isFound ? at + delimiter.length : Math.max(from, at);
      if (isFound) {
        return;
      }
      require(fill());
    }
  }

  private boolean isDelimiter(int at) {
    for (int i = 0; i < delimiter.length; i++) {
      if (buffer[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  /** Reads the line of a delimiter to its end, and tells whether it is the last one. */
  private boolean isLast() throws IOException {
    int first = next();
    int second = next();
    if (first == '-' && second == '-') {
      return true;
    }
    while (first == ' ' || first == '\t') {
      first = second;
      second = next();
    }
    require(first == '\r' && second == '\n');
    return false;
  }

  /** Reads the headers of a part and the empty line behind them. */
  private String headers() throws IOException {
    byte[] read = new byte[HEADER_BYTES];
    int length = 0;
    boolean isEnd = false;
    while (!isEnd) {
      require(length < HEADER_BYTES);
      read[length++] = next();
      isEnd =
          read[length - 1] == '\n'
              && (length == 2 || (length >= 4 && read[length - 3] == '\n'))
              && read[length - 2] == '\r';
    }
    return new String(read, 0, length, StandardCharsets.UTF_8);
  }

  private byte next() throws IOException {
    if (from == to) {
      require(fill());
    }
    return buffer[from++];
  }

  /** Reads more bytes behind those that are left; tells whether there were any. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    try {
      int read = body.read(buffer, to, buffer.length - to);
      left -= Math.max(0, read);
      if (left < 0) {
        throw tooLarge("max-inflated-size", "The form is too large inflated. Send less at once.");
      }
      to += Math.max(0, read);
      return read > 0;
    } catch (ZipException | EOFException damaged) {
      throw new ProblemException(damaged());
    }
  }

  private static void require(boolean isRight) {
    if (!isRight) {
      throw new ProblemException(damaged());
    }
  }

  private static ProblemException tooLarge(String limit, String detail) {
    return new ProblemException(Problem.of(ProblemKind.TOO_LARGE, detail).withLimit(limit));
  }

  static Problem damaged() {
    // Not 400: to a 400, datadog-ci sends the token to Datadog's own host.
    return Problem.of(
        ProblemKind.UNSUPPORTED_TYPE,
        "The body is no multipart/form-data, or is damaged or cut off. Send the upload again.");
  }

  /** Drops a field that is no file. No client needs its value. */
  private final class SkippedField extends OutputStream {
    @Override
    public void write(int single) {
      count(1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count(length);
    }

    private void count(int length) {
      fieldBytes += length;
      if (fieldBytes > VendorLimits.DEFAULT.fieldBytes()) {
        throw tooLarge(
            "max-form-fields-size",
            "The form's fields have more than %,d bytes. Send files with a file name."
                .formatted(VendorLimits.DEFAULT.fieldBytes()));
      }
    }
  }
}

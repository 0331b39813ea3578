package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

final class LargeClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final InputStream in;

  /** Further header lines have a line break each. */
  LargeClient(URI service, String query, String headers) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream());
    write("POST /symbolicate%s HTTP/1.1\r\nHost: test\r\n%s\r\n".formatted(query, headers));
  }

  static LargeClient ofLength(URI service, long length) throws IOException {
    return new LargeClient(service, "", length(length));
  }

  static String length(long length) {
    return "Content-Length: " + length + "\r\n";
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  LargeClient send(byte[] bytes) throws IOException {
    return send(bytes, 0, bytes.length);
  }

  LargeClient send(byte[] bytes, int from, int to) throws IOException {
    out.write(bytes, from, to - from);
    return this;
  }

  LargeClient sendChunked(byte[] bytes) throws IOException {
    for (int at = 0; at < bytes.length; at += 50_000) {
      int length = Math.min(50_000, bytes.length - at);
      write(Integer.toHexString(length) + "\r\n");
      out.write(bytes, at, length);
      write("\r\n");
    }
    write("0\r\n\r\n");
    return this;
  }

  boolean isAnswered() throws IOException {
    return in.available() > 0;
  }

  String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) next());
    }
    return head.toString().toLowerCase(Locale.ROOT);
  }

  String problem() throws IOException {
    String head = head();
    int length = Integer.parseInt(head.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
    return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /**
   * Returns a body in chunks, and the trailer in the end of {@code trailer}.
   *
   * @throws EOFException if the body is cut off
   */
  byte[] body(StringBuilder trailer) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int length = Integer.parseInt(line(), 16);
    while (length > 0) {
      byte[] chunk = in.readNBytes(length);
      if (chunk.length < length) {
        throw new EOFException("within a chunk");
      }
      body.write(chunk);
      assertTrue(line().isEmpty());
      length = Integer.parseInt(line(), 16);
    }
    for (String line = line(); !line.isEmpty(); line = line()) {
      trailer.append(line).append('\n');
    }
    return body.toByteArray();
  }

  byte[] answer() throws IOException {
    String head = head();
    assertTrue(head.startsWith("http/1.1 200 "), head);
    return body(new StringBuilder());
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = next(); b != '\n'; b = next()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }

  private int next() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new EOFException("the connection ended");
    }
    return b;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

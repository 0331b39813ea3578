package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

final class BatchClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final InputStream in;
  private String head = "";
  private int leftInChunk;

  /** Further header lines have a line break each. */
  BatchClient(URI service, String query, String headers) throws IOException {
    socket.setReceiveBufferSize(1 << 14);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream());
    write(
        """
        POST %s%s HTTP/1.1\r
        Host: test\r
        Content-Type: application/x-ndjson\r
        Transfer-Encoding: chunked\r
        %s\r
        """
            .formatted(service.getPath(), query, headers));
  }

  static BatchClient of(URI service) throws IOException {
    return new BatchClient(service, "", "");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) throws IOException {
    write(Integer.toHexString(bytes.length) + "\r\n");
    out.write(bytes);
    write("\r\n");
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  void end() throws IOException {
    write("0\r\n\r\n");
  }

  String head() throws IOException {
    if (head.isEmpty()) {
      StringBuilder read = new StringBuilder();
      while (read.indexOf("\r\n\r\n") < 0) {
        int b = in.read();
        assertTrue(b >= 0, () -> "ended within " + read);
        read.append((char) b);
      }
      head = read.toString().toLowerCase(Locale.ROOT);
    }
    return head;
  }

  @Nullable String line() throws IOException {
    assertTrue(head().startsWith("http/1.1 200 "), head());
    StringBuilder line = new StringBuilder();
    int b = next();
    while (b >= 0 && b != '\n') {
      line.append((char) b);
      b = next();
    }
    return b < 0 && line.length() == 0 ? null : line.toString();
  }

  /** Returns the body of the answer without its chunks, as it was sent. */
  InputStream body() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        assertTrue(head().startsWith("http/1.1 200 "), head());
        return next();
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int first = length == 0 ? 0 : read();
        if (first < 0 || length == 0) {
          return length == 0 ? 0 : -1;
        }
        into[offset] = (byte) first; // further bytes may not come before more is sent
        return 1;
      }
    };
  }

  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(); line != null; line = line()) {
      lines.add(line);
    }
    return lines;
  }

  private int next() throws IOException {
    if (leftInChunk < 0) {
      return -1;
    }
    if (leftInChunk == 0) {
      String size = rawLine();
      leftInChunk = Integer.parseInt(size.isEmpty() ? rawLine() : size, 16);
      if (leftInChunk == 0) {
        leftInChunk = -1;
        return -1;
      }
    }
    leftInChunk--;
    int b = in.read();
    assertTrue(b >= 0, "the connection ended within the answer");
    return b;
  }

  private String rawLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      assertTrue(b >= 0, "the connection ended before the answer's end");
      line.append((char) b);
    }
    return line.toString().strip();
  }

  /** Sends a request that is no batch on the same connection; returns the head of its answer. */
  String again(URI service) throws IOException {
    assertTrue(rawLine().isEmpty());
    String body = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    write(
        "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(service.getPath(), body.length(), body));
    head = "";
    return head();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

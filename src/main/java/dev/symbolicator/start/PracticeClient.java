package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to a server of HTTP/1.1, with one request at a time. Loads few classes, which an
 * HTTP client does not.
 */
final class PracticeClient implements Closeable {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int PIECE = 1 << 16;
  private static final Pattern HEAD =
      Pattern.compile(
          "HTTP/1\\.1 200 .*?\r\nContent-Length: *(\\d{1,9})(?=\r\n).*?\r\n\r\n",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Socket socket = new Socket();

  /**
   * Opens a connection.
   *
   * @throws IOException if the server cannot be reached
   */
  PracticeClient(InetSocketAddress server) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(server, TIMEOUT_MILLIS);
    } catch (IOException unreachable) {
      close();
      throw unreachable;
    }
  }

  /** Returns this end of the connection. */
  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /**
   * Sends a request, and returns the head and the body of its answer.
   *
   * @throws IOException if the answer does not begin with 200 and a Content-Length, or comes late
   */
  byte[] send(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    ByteArrayOutputStream answer = new ByteArrayOutputStream(request.length);
    byte[] piece = new byte[PIECE];
    int length = Integer.MAX_VALUE;
    while (answer.size() < length) {
      int read = socket.getInputStream().read(piece);
      if (read < 0) {
        throw new EOFException();
      }
      answer.write(piece, 0, read);
      if (length == Integer.MAX_VALUE) {
        length = length(answer.toString(US_ASCII));
      }
    }
    return answer.toByteArray();
  }

  /** Returns the length of an answer that has begun so. */
  private static int length(String beginning) throws IOException {
    if (!beginning.contains("\r\n\r\n")) {
      return Integer.MAX_VALUE;
    }
    Matcher head = HEAD.matcher(beginning);
    if (!head.lookingAt()) {
      throw new IOException("The answer is of another kind.");
    }
    return head.end() + Integer.parseInt(head.group(1));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException closed) {
      // Nothing is left to close.
    }
  }
}

package dev.symbolicator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Forwards connections to an HTTP server on loopback, and lets a test spoil requests and answers.
 */
public final class SpoiledWire implements AutoCloseable {
  /** The first line of a request. Other pieces continue a request. */
  private static final Pattern REQUEST =
      Pattern.compile("((?:GET|HEAD|PUT|POST|DELETE) [^ \r\n]+) HTTP/1\\.1\r\n");

  private static final String CONTINUE = "HTTP/1.1 100";
  private static final int LARGEST_PIECE = 1 << 16;

  public enum Fate {
    FORWARDED,
    ANSWER_LOST,
    ANSWER_CUT,
    /** Nothing is forwarded, and the connection stays open until the wire is closed. */
    STALLED,
    NOT_IMPLEMENTED
  }

  private final int port;
  private final Function<String, Fate> fate;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Calls {@code fate} with the method and the path of each request: {@code PUT /bucket/name}. */
  public SpoiledWire(int port, Function<String, Fate> fate) {
    this.port = port;
    this.fate = fate;
    server = listen();
    start(this::accept);
  }

  static ServerSocket listen() {
    try {
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  public interface Work {
    void run() throws IOException;
  }

  /** Runs work on a thread of its own. Connections may end early. */
  public static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      open.add(client);
      start(() -> new Connection(client).serve());
    }
  }

  /** One client's connection, with one to the server. */
  private final class Connection {
    private final Socket client;
    private volatile Fate current = Fate.FORWARDED;

    Connection(Socket client) {
      this.client = client;
    }

    void serve() throws IOException {
      try (client;
          Socket behind = new Socket(InetAddress.getLoopbackAddress(), port)) {
        start(() -> answer(behind));
        InputStream in = client.getInputStream();
        OutputStream out = behind.getOutputStream();
        byte[] piece = new byte[LARGEST_PIECE];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
          Matcher request =
              REQUEST.matcher(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
          if (request.lookingAt()) {
            current = fate.apply(request.group(1));
          }
          if (current == Fate.NOT_IMPLEMENTED) {
            client
                .getOutputStream()
                .write(
                    "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
            return;
          }
          if (current != Fate.STALLED) {
            out.write(piece, 0, length);
          }
        }
      } finally {
        open.remove(client);
      }
    }

    private void answer(Socket behind) throws IOException {
      try (client) {
        InputStream in = behind.getInputStream();
        byte[] piece = new byte[LARGEST_PIECE];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
          if (current == Fate.ANSWER_LOST && !isContinue(piece)) {
            return;
          }
          client.getOutputStream().write(piece, 0, length);
          if (current == Fate.ANSWER_CUT) {
            return;
          }
        }
      }
    }
  }

  /** Tells whether a piece only asks for the rest of the request. */
  private static boolean isContinue(byte[] piece) {
    return new String(piece, 0, CONTINUE.length(), StandardCharsets.ISO_8859_1).equals(CONTINUE);
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket each : open) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

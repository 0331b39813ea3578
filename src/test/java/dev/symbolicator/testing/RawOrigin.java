package dev.symbolicator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server on loopback that answers each connection's first request with the test's own bytes. */
public final class RawOrigin implements AutoCloseable {
  /** Answers one request. The connection is closed when the method returns. */
  public interface Answer {
    void to(Socket socket, OutputStream out) throws IOException;
  }

  private final ServerSocket server;
  private final Answer answer;

  private RawOrigin(Answer answer) throws IOException {
    this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    this.answer = answer;
  }

  public static RawOrigin start(Answer answer) throws IOException {
    RawOrigin origin = new RawOrigin(answer);
    inBackground(origin::serve);
    return origin;
  }

  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        inBackground(() -> answer(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      int lineBreaks = 0;
      for (int next = in.read(); next >= 0 && lineBreaks < 2; ) {
        lineBreaks = next == '\n' ? lineBreaks + 1 : next == '\r' ? lineBreaks : 0;
        if (lineBreaks < 2) {
          next = in.read();
        }
      }
      answer.to(socket, socket.getOutputStream());
    } catch (IOException clientIsGone) {
      // Many tests check clients that hang up.
    }
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "raw-origin");
    thread.setDaemon(true);
    thread.start();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

package dev.symbolicator.start;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Serves scripts of several sizes with their maps on loopback: {@code /<n>/<copies>/app.min.js}.
 */
final class TrainingOrigin implements AutoCloseable {
  private final HttpServer server;

  TrainingOrigin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", TrainingOrigin::answer);
    server.start();
  }

  /** Returns the origin, without a slash at its end. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    DemoCopies files = DemoCopies.of(Integer.parseInt(path.split("/", 4)[2]));
    String file = path.endsWith(".map") ? files.map() : files.script();
    byte[] body = file.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Cache-Control", "max-age=86400");
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

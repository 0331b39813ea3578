package dev.symbolicator.testing;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A real HTTP origin on loopback that counts its requests. Unknown paths answer 404. */
public final class TestOrigin implements AutoCloseable {
  private final Vertx vertx;
  private final HttpServer server;
  private final String base;
  private final Map<String, Handler<HttpServerRequest>> handlers = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
  private final List<String> targets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private TestOrigin(HttpServerOptions options) {
    vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(1));
    server =
        vertx
            .createHttpServer(options)
            .connectionHandler(connection -> connections.incrementAndGet())
            .exceptionHandler(broken -> {})
            .requestHandler(this::answer);
    Await.value(server.listen());
    String host =
        options.getHost().contains(":") ? "[" + options.getHost() + "]" : options.getHost();
    base = (options.isSsl() ? "https://" : "http://") + host + ":" + server.actualPort();
  }

  public static TestOrigin start() {
    return start(new HttpServerOptions().setHost("127.0.0.1").setPort(0));
  }

  /** Starts an origin at ::1 or an address of 127.0.0.0/8; port 0 takes a free port. */
  public static TestOrigin start(String address, int port) {
    return start(new HttpServerOptions().setHost(address).setPort(port));
  }

  public static TestOrigin start(HttpServerOptions options) {
    return new TestOrigin(options);
  }

  private void answer(HttpServerRequest request) {
    requests.computeIfAbsent(request.path(), path -> new AtomicInteger()).incrementAndGet();
    targets.add(request.uri());
    Handler<HttpServerRequest> handler = handlers.get(request.path());
    if (handler == null) {
      request.response().setStatusCode(404).end();
    } else {
      handler.handle(request);
    }
  }

  public TestOrigin serve(String path, String contentType, byte[] body) {
    return handle(
        path,
        request ->
            request.response().putHeader("content-type", contentType).end(Buffer.buffer(body)));
  }

  public TestOrigin serve(String path, String contentType, String body) {
    return serve(path, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Redirects {@code path} with a 302 to {@code location}, absolute or relative. */
  public TestOrigin redirect(String path, String location) {
    return handle(
        path,
        request -> request.response().setStatusCode(302).putHeader("location", location).end());
  }

  /** Hands requests for {@code path} to {@code handler}, which runs on an event loop. */
  public TestOrigin handle(String path, Handler<HttpServerRequest> handler) {
    handlers.put(path, handler);
    return this;
  }

  /** Answers a request with one drop after another, each after some milliseconds. */
  public void drip(HttpServerRequest request, String drop, long millis, int drops) {
    HttpServerResponse response = request.response().setChunked(true);
    AtomicInteger left = new AtomicInteger(drops);
    long dripping =
        vertx.setPeriodic(
            millis,
            timer -> {
              response.write(drop);
              if (left.decrementAndGet() == 0) {
                vertx.cancelTimer(timer);
                response.end();
              }
            });
    request.connection().closeHandler(closed -> vertx.cancelTimer(dripping));
  }

  /** Writes endlessly, as fast as the client reads, and counts the bytes. */
  public static void pour(HttpServerResponse response, AtomicLong written) {
    Buffer piece = Buffer.buffer(new byte[64 << 10]);
    response.exceptionHandler(closed -> {});
    while (!response.writeQueueFull() && !response.closed()) {
      response.write(piece);
      written.addAndGet(piece.length());
    }
    response.drainHandler(ready -> pour(response, written));
  }

  public static void writeAndHangUp(HttpServerRequest request, Buffer beginning) {
    request.response().write(beginning).onComplete(sent -> request.connection().close());
  }

  /** Returns the URL of a path at this origin, as in {@code http://127.0.0.1:40123/app.js}. */
  public String url(String path) {
    return base + path;
  }

  /** Returns the origin itself, as in {@code http://127.0.0.1:40123}. */
  public String origin() {
    return base;
  }

  public int port() {
    return server.actualPort();
  }

  public int requests(String path) {
    AtomicInteger count = requests.get(path);
    return count == null ? 0 : count.get();
  }

  public int requests() {
    return targets.size();
  }

  /** Returns path and query of each request in order, unchanged from the wire. */
  public List<String> targets() {
    return List.copyOf(targets);
  }

  /** Returns the number of accepted connections, counted after their TLS handshake if any. */
  public int connections() {
    return connections.get();
  }

  /** Returns the origin's own Vert.x, for handlers that answer later. */
  public Vertx vertx() {
    return vertx;
  }

  @Override
  public void close() {
    Await.value(vertx.close());
  }
}

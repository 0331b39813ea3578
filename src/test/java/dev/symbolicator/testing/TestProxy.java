package dev.symbolicator.testing;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A real HTTP proxy on loopback that knows only CONNECT and records its requests. */
public final class TestProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
  private final NetClient client = vertx.createNetClient();
  private final List<String> targets = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final @Nullable String authorization;

  private TestProxy(@Nullable String authorization) {
    this.authorization = authorization;
    server = vertx.createHttpServer().requestHandler(this::answer).exceptionHandler(broken -> {});
    Await.value(server.listen(0, "127.0.0.1"));
  }

  /** Starts a proxy without authentication. */
  public static TestProxy start() {
    return new TestProxy(null);
  }

  public static TestProxy start(String user, String password) {
    String credentials = user + ":" + password;
    return new TestProxy(
        "Basic "
            + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
  }

  private void answer(HttpServerRequest request) {
    targets.add(request.method() + " " + request.uri());
    if (authorization != null && !authorization.equals(request.getHeader("proxy-authorization"))) {
      request.response().setStatusCode(407).end();
    } else if (!request.method().equals(HttpMethod.CONNECT)) {
      request.response().setStatusCode(501).end();
    } else {
      int colon = request.uri().lastIndexOf(':');
      client
          .connect(
              Integer.parseInt(request.uri().substring(colon + 1)),
              request.uri().substring(0, colon))
          .onSuccess(there -> request.toNetSocket().onSuccess(here -> join(here, there)))
          .onFailure(refused -> request.response().setStatusCode(502).end());
    }
  }

  private static void join(NetSocket here, NetSocket there) {
    here.pipeTo(there);
    there.pipeTo(here);
  }

  /** Returns the requests in order, as in {@code CONNECT 127.0.0.1:443}. */
  public List<String> targets() {
    return List.copyOf(targets);
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  @Override
  public void close() {
    Await.value(vertx.close());
  }
}

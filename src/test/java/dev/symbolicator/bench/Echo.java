package dev.symbolicator.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Sends each request's body back, on two event loops and with nothing but Vert.x. {@code
 * src/test/load/rate.mjs} starts this server, and measures how much more the service costs.
 */
public final class Echo extends AbstractVerticle {
  private static final int EVENT_LOOPS = 2;

  private final int port;

  private Echo(int port) {
    this.port = port;
  }

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
    vertx
        .deployVerticle(() -> new Echo(port), new DeploymentOptions().setInstances(EVENT_LOOPS))
        .onFailure(
            failure -> {
              failure.printStackTrace();
              System.exit(1);
            });
  }

  @Override
  public void start(Promise<Void> started) {
    vertx
        .createHttpServer()
        .requestHandler(Echo::answer)
        .listen(port, "127.0.0.1")
        .<Void>mapEmpty()
        .onComplete(started);
  }

  private static void answer(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body ->
                request
                    .response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .end(body));
  }
}

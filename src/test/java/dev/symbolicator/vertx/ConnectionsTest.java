package dev.symbolicator.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private static final int IDLE_MILLIS = 250;
  private static final int WORK_MILLIS = 500;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = vertx.createHttpClient();

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private Future<Integer> statusOf(Handler<HttpServerRequest> handler) {
    HttpServer server =
        Await.value(
            vertx
                .createHttpServer(
                    new HttpServerOptions()
                        .setIdleTimeout(IDLE_MILLIS)
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS))
                .requestHandler(handler)
                .listen(0, "127.0.0.1"));
    return client
        .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
        .compose(request -> request.send())
        .map(response -> response.statusCode());
  }

  @Test
  void silentConnectionIsClosed() {
    Future<Integer> status = statusOf(request -> answerLater(request, () -> {}));
    Await.until(status::isComplete);
    assertTrue(status.failed());
  }

  @Test
  void connectionMayBeSilentWhileTheServiceWorks() {
    Future<Integer> status =
        statusOf(request -> answerLater(request, Connections.allowSilence(request.connection())));
    assertEquals(204, Await.value(status));
  }

  @Test
  void idleTimeoutHoldsAgainAfterTheSilence() {
    Future<Integer> status =
        statusOf(
            request -> {
              Runnable end = Connections.allowSilence(request.connection());
              vertx.setTimer(WORK_MILLIS, worked -> end.run());
            });
    Await.until(status::isComplete);
    assertTrue(status.failed());
  }

  private void answerLater(HttpServerRequest request, Runnable end) {
    vertx.setTimer(
        WORK_MILLIS,
        worked -> {
          end.run();
          request.response().setStatusCode(204).end();
        });
  }
}

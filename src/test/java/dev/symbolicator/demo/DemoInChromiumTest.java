package dev.symbolicator.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Chromium;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The demo's page in a real browser, behind an origin that passes its files through as a reverse
 * proxy does, and keeps what the page posts to {@code /symbolicate}.
 */
@QuarkusTest
class DemoInChromiumTest {

  private final Chromium chromium = new Chromium();

  @TestHTTPResource URI service;

  @Test
  void pageProfilesItselfAndPostsTheTrace() throws Exception {
    CompletableFuture<JsonObject> posted = new CompletableFuture<>();
    try (TestOrigin origin = TestOrigin.start()) {
      HttpClient client = origin.vertx().createHttpClient();
      for (String path : List.of("/demo/", "/demo/app.min.js")) {
        origin.handle(path, request -> passThrough(client, request));
      }
      origin.handle("/symbolicate", request -> keep(posted, request));
      URI page = URI.create(origin.url("/demo/?auto"));

      JsonObject trace = chromium.openUntil(page, posted, Duration.ofMinutes(2));

      assertEquals(
          List.of(origin.url("/demo/app.min.js")), trace.getJsonArray("resources").getList());
      assertFalse(trace.getJsonArray("samples").isEmpty());
      assertTrue(framesOfTheScript(trace) > 5, trace::encode);
    }
  }

  private void passThrough(HttpClient client, HttpServerRequest request) {
    client
        .request(HttpMethod.GET, service.getPort(), service.getHost(), request.uri())
        .flatMap(forward -> forward.send())
        .onSuccess(
            answer -> {
              request.response().setStatusCode(answer.statusCode());
              request.response().headers().addAll(answer.headers());
              answer.body().onSuccess(body -> request.response().end(body));
            })
        .onFailure(failure -> request.response().setStatusCode(502).end());
  }

  private static void keep(CompletableFuture<JsonObject> posted, HttpServerRequest request) {
    request.bodyHandler(
        body -> {
          request.response().end(body);
          posted.complete(body.toJsonObject());
        });
  }

  private static long framesOfTheScript(JsonObject trace) {
    JsonArray frames = trace.getJsonArray("frames");
    return frames.stream().filter(frame -> ((JsonObject) frame).containsKey("resourceId")).count();
  }
}

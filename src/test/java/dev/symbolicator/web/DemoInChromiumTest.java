package dev.symbolicator.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Chromium;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Opens the demo's page in a real browser, behind an origin that forwards requests like a reverse
 * proxy. The origin records the answer of {@code /symbolicate} to the page.
 */
@QuarkusTest
@Tag("service")
class DemoInChromiumTest {
  private final Chromium chromium = new Chromium();

  @TestHTTPResource URI service;

  @Test
  void pageProfilesItselfAndIsShownItsSources() throws Exception {
    CompletableFuture<JsonObject> symbolicated = new CompletableFuture<>();
    try (TestOrigin origin = TestOrigin.start()) {
      HttpClient client = origin.vertx().createHttpClient();
      for (String path : List.of("/demo/", "/demo/app.min.js", "/demo/app.min.js.map")) {
        origin.handle(path, request -> passThrough(client, request, body -> {}));
      }
      origin.handle(
          "/symbolicate",
          request ->
              passThrough(client, request, body -> symbolicated.complete(body.toJsonObject())));
      URI page = URI.create(origin.url("/demo/?auto"));

      JsonObject trace = chromium.openUntil(page, symbolicated, Duration.ofMinutes(2));

      JsonArray resources = trace.getJsonArray("resources");
      assertEquals(origin.url("/demo/app.min.js"), resources.getString(0));
      assertTrue(resources.contains(origin.url("/demo/app/mandelbrot.ts")), resources::encode);
      assertFalse(trace.getJsonArray("samples").isEmpty());
      JsonObject report = trace.getJsonObject("symbolication");
      assertTrue(report.getInteger("mapped") > 5, report::encode);
      assertEquals(0, report.getInteger("pending"));
    }
  }

  private void passThrough(
      HttpClient client, HttpServerRequest request, Consumer<Buffer> answered) {
    request
        .body()
        .flatMap(
            body ->
                client
                    .request(request.method(), service.getPort(), service.getHost(), request.uri())
                    .flatMap(forward -> forward.send(body)))
        .onSuccess(
            answer -> {
              request.response().setStatusCode(answer.statusCode());
              request.response().headers().addAll(answer.headers());
              answer
                  .body()
                  .onSuccess(
                      body -> {
                        request.response().end(body);
                        answered.accept(body);
                      });
            })
        .onFailure(failure -> request.response().setStatusCode(502).end());
  }
}

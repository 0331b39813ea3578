package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares answers of the route for small traces with those of the resource. */
@QuarkusTest
@Tag("service")
class SmallProfilesTest {
  @TestHTTPResource("/symbolicate")
  URI service;

  private record Answer(int status, TreeMap<String, String> head, String body) {}

  @Test
  void routeAndResourceAnswerAlike() {
    try (TestOrigin origin = TestOrigin.start()) {
      String trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString();
      HttpClient one = origin.vertx().createHttpClient();
      HttpClient two =
          origin
              .vertx()
              .createHttpClient(new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2));
      Answer cold = post(one, "", trace, false);
      assertEquals(200, cold.status());
      assertTrue(cold.head().get("symbolication").contains("pending=0"), cold.body());
      for (String query : new String[] {"", "?report=true", "?names=qualified"}) {
        Answer ofRoute = post(one, query, trace, false);
        assertEquals(ofRoute, post(one, query, trace, true), query + " in chunks");
        assertEquals(ofRoute, post(two, query, trace, false), query + " with HTTP/2");
      }
      assertEquals(cold, post(one, "", trace, false));
    }
  }

  @Test
  void problemsOfSmallBodiesAreThoseOfTheResource() {
    try (TestOrigin origin = TestOrigin.start()) {
      HttpClient client = origin.vertx().createHttpClient();
      for (String body : new String[] {"{", "{\"frames\":[]}", "", "\u001f\u008b"}) {
        Answer ofRoute = post(client, "", body, false);
        assertTrue(ofRoute.status() == 400 || ofRoute.status() == 422, ofRoute.body());
        assertEquals(ofRoute, post(client, "", body, true));
      }
      String empty = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
      Answer unknown = post(client, "?unknown=1", empty, false);
      assertEquals(400, unknown.status());
      assertEquals(unknown, post(client, "?unknown=1", empty, true));
    }
  }

  private Answer post(HttpClient client, String query, String body, boolean isChunked) {
    return Await.value(
        client
            .request(
                HttpMethod.POST, service.getPort(), service.getHost(), service.getPath() + query)
            .compose(request -> send(request, body, isChunked))
            .toCompletionStage());
  }

  private static Future<Answer> send(HttpClientRequest request, String body, boolean isChunked) {
    Future<Void> sent =
        isChunked
            ? request.setChunked(true).write(body).compose(written -> request.end())
            : request.end(body);
    return sent.compose(done -> request.response())
        .compose(
            response ->
                response
                    .body()
                    .map(Buffer::toString)
                    .map(
                        text -> {
                          TreeMap<String, String> head = new TreeMap<>();
                          response
                              .headers()
                              .forEach(
                                  (name, value) -> head.put(name.toLowerCase(Locale.ROOT), value));
                          head.remove("server-timing");
                          return new Answer(response.statusCode(), head, text);
                        }));
  }
}

package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class ConcurrentRequestsTest {
  private static final int REQUESTS = 200;
  private static final String SCRIPT = "/mini-vite8/assets/mini-BGAwvM7n.js";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Test
  void concurrentRequestsFetchAColdScriptAndItsMapOnce() {
    try (TestOrigin origin = TestOrigin.start()) {
      String trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString();
      HttpClient client =
          origin.vertx().createHttpClient(new HttpClientOptions().setMaxPoolSize(REQUESTS));

      List<CompletionStage<String>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(post(client, trace));
      }

      Set<String> distinct = new HashSet<>();
      answers.forEach(answer -> distinct.add(Await.value(answer)));
      assertEquals(1, distinct.size());
      assertEquals(1, origin.requests(SCRIPT));
      assertEquals(1, origin.requests(SCRIPT + ".map"));
    }
  }

  @Test
  void callerThatHangsUpDoesNotFailOtherCallers() {
    try (TestOrigin origin = TestOrigin.start()) {
      RecordedCase recorded = RecordedCase.own("mini-vite8").serveFrom(origin);
      String trace = recorded.trace(origin).toString();
      CompletableFuture<Runnable> asked = new CompletableFuture<>();
      origin.handle(
          SCRIPT,
          request ->
              asked.complete(
                  () ->
                      request
                          .response()
                          .putHeader("Content-Type", "text/javascript")
                          .sendFile(recorded.folder() + SCRIPT.substring(SCRIPT.indexOf('/', 1)))));
      HttpClient impatient = origin.vertx().createHttpClient();
      HttpClient patient = origin.vertx().createHttpClient();

      CompletionStage<String> lost = post(impatient, trace);
      Runnable answerScript = Await.value(asked);
      CompletionStage<String> kept = post(patient, trace);
      Await.value(impatient.close());
      answerScript.run();

      assertTrue(Await.value(kept).contains("/src/mini.ts"));
      assertThrows(AssertionError.class, () -> Await.value(lost));
      assertEquals(1, origin.requests(SCRIPT));
    }
  }

  private CompletionStage<String> post(HttpClient client, String body) {
    return client
        .request(HttpMethod.POST, service.getPort(), service.getHost(), service.getPath())
        .compose(request -> request.send(Buffer.buffer(body)))
        .compose(HttpClientResponse::body)
        .map(Buffer::toString)
        .toCompletionStage();
  }
}

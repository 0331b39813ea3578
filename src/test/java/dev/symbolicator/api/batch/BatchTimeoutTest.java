package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class BatchTimeoutTest {
  private static final String EMPTY =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"pad\":\"%s\"}\n";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  @Test
  void senderWithoutProgressGetsAProblemAsTheLastLine() throws IOException {
    try (BatchClient client = new BatchClient(service, "?totals=true", "")) {
      client.send("\n" + EMPTY.formatted("") + "{\"fra");
      List<String> lines = client.lines();
      assertEquals(3, lines.size(), lines::toString);
      JsonObject end = new JsonObject(lines.get(1));
      assertEquals("urn:profile-symbolicator:problem:body-timeout", end.getString("type"));
      assertEquals(true, end.getBoolean("end"));
      assertEquals(3, end.getLong("line"));
      assertTrue(lines.get(2).startsWith("{\"totals\":{\"symbolicated\":1,"));
    }
    Await.until(() -> budget.used() == 0);
  }

  private static String trace(String url) {
    return "{\"frames\":[{\"name\":\"f\",\"line\":1,\"column\":3,\"resourceId\":0}],\"resources\":[\""
        + url
        + "\"],\"stacks\":[],\"samples\":[]}\n";
  }

  @Test
  void verdictSaysWhatToDoWithEachRecord() throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      List<HttpServerRequest> held = Collections.synchronizedList(new ArrayList<>());
      origin.handle("/held.js", held::add);
      origin.serve("/app.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=app.js.map");
      origin.serve(
          "/app.js.map",
          "application/json",
          "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,EAAE\"}");
      String records =
          trace(origin.url("/app.js"))
              + "{\"fr\n"
              + trace(origin.url("/held.js"))
              + "[]\n"
              + trace(origin.url("/lost.js"));
      List<String> plain = answers("", records);
      List<String> lines = answers("?verdicts=true&totals=true", records);
      assertEquals(6, lines.size(), lines::toString);
      assertEquals(verdict("forward", 1, 0, plain.get(0)), lines.get(0));
      JsonObject dead = new JsonObject(lines.get(1));
      assertEquals(List.of("dead", 400, 2), values(dead, "action", "status", "line"));
      assertEquals(verdict("retry", 0, 1, plain.get(2)), lines.get(2));
      dead = new JsonObject(lines.get(3));
      assertEquals(List.of("dead", 422, 4), values(dead, "action", "status", "line"));
      assertEquals(verdict("forward", 0, 0, plain.get(4)), lines.get(4));
      assertTrue(lines.get(5).startsWith("{\"totals\":{\"symbolicated\":3,"), lines.get(5));

      List<String> rejecting =
          answers("?verdicts=true&incomplete=reject", trace(origin.url("/held.js")));
      JsonObject retry = new JsonObject(rejecting.get(0));
      assertEquals(List.of("retry", 503, 1), values(retry, "action", "status", "line"));
      assertTrue(retry.containsKey("retryAfter"));
      held.forEach(request -> request.response().setStatusCode(404).end());
    }
    Await.until(() -> budget.used() == 0);
  }

  private static String verdict(String action, int mapped, int pending, String profile) {
    return "{\"action\":\"%s\",\"mapped\":%d,\"total\":1,\"pending\":%d,\"profile\":%s}"
        .formatted(action, mapped, pending, profile);
  }

  private static List<Object> values(JsonObject object, String... names) {
    return Arrays.stream(names).map(object::getValue).toList();
  }

  private List<String> answers(String query, String records) throws IOException {
    try (BatchClient client = new BatchClient(service, query, "")) {
      client.send(records);
      client.end();
      return client.lines();
    }
  }

  @Test
  void emptyLinesAreNoProgress() throws Exception {
    try (BatchClient client = BatchClient.of(service)) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 300; i++) {
                    client.send(" \n");
                    Thread.sleep(100);
                  }
                } catch (IOException | InterruptedException ended) {
                  return;
                }
              });
      sender.start();
      JsonObject end = new JsonObject(client.line());
      assertEquals("urn:profile-symbolicator:problem:body-timeout", end.getString("type"));
      assertEquals(true, end.getBoolean("end"));
      sender.interrupt();
      sender.join();
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void clientThatSendsEverythingBeforeItReadsGetsTheKeptAnswersAndAProblem() throws IOException {
    String line = EMPTY.formatted("x".repeat(50_000));
    int count = 1_000; // 50 MB: many times of what is kept
    try (BatchClient client = BatchClient.of(service)) {
      for (int i = 0; i < count; i++) {
        client.send(line);
      }
      client.end();
      List<String> lines = client.lines();
      int kept = lines.size() - 1;
      assertTrue(kept * line.length() > BatchLimits.DEFAULT.unreadBytes() * 3 / 4, "kept: " + kept);
      assertTrue(kept < count, "kept: " + kept);
      lines.subList(0, kept).forEach(answer -> assertEquals(line, answer + "\n"));
      JsonObject end = new JsonObject(lines.get(kept));
      assertEquals(413, end.getInteger("status"));
      assertEquals("max-batch-unread", end.getString("limit"));
      assertEquals(kept + 1, end.getLong("line"));
      assertEquals(true, end.getBoolean("end"));
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void clientThatNeverReadsLosesItsConnection() throws IOException {
    String line = EMPTY.formatted("x".repeat(50_000));
    try (BatchClient client = BatchClient.of(service)) {
      for (int i = 0; i < 100; i++) {
        client.send(line);
      }
      client.end();
      Await.until(() -> budget.used() > 1 << 20);
      Await.until(() -> budget.used() == 0);
      assertThrows(Throwable.class, client::lines);
    }
  }
}

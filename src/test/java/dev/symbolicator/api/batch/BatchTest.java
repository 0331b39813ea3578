package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.SpoiledWire;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class BatchTest {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,EAAE\"}";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    origin
        .serve("/app.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=app.js.map")
        .serve("/slow.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=app.js.map")
        .serve("/app.js.map", "application/json", MAP);
  }

  @AfterEach
  void stop() {
    origin.close();
    Await.until(() -> budget.used() == 0);
  }

  private static String profile(String url, int id) {
    return """
    {"id":%d,"frames":[{"name":"f","line":1,"column":3,"resourceId":0}],"resources":["%s"],\
    "stacks":[],"samples":[]}
    """
        .formatted(id, url);
  }

  private static void assertMapped(String line, int id) {
    JsonObject profile = new JsonObject(line);
    assertEquals(id, profile.getInteger("id"), line);
    assertEquals(2, profile.getJsonArray("resources").size(), line);
  }

  private static JsonObject assertProblem(String line, int status, String name, long number) {
    JsonObject problem = new JsonObject(line);
    assertEquals(status, problem.getInteger("status"), line);
    assertEquals("urn:profile-symbolicator:problem:" + name, problem.getString("type"), line);
    assertEquals(number, problem.getLong("line"), line);
    assertTrue(problem.containsKey("title") && problem.containsKey("detail"), line);
    return problem;
  }

  @Test
  void answersComeInOrderAndAScriptIsFetchedOnce() throws IOException {
    int count = 5_000;
    try (BatchClient client = BatchClient.of(service)) {
      Thread unused =
          SpoiledWire.start(
              () -> {
                for (int i = 0; i < count; i++) {
                  client.send(profile(origin.url("/app.js"), i));
                }
                client.end();
              });
      for (int i = 0; i < count; i++) {
        assertMapped(client.line(), i);
      }
      assertNull(client.line());
      assertTrue(client.head().contains("content-type: application/x-ndjson"), client.head());
      assertTrue(client.head().contains("x-accel-buffering: no"), client.head());
    }
    assertEquals(1, origin.requests("/app.js"));
    assertEquals(1, origin.requests("/app.js.map"));
  }

  @Test
  void answerBeginsBeforeTheRequestEnds() throws IOException {
    try (BatchClient client = BatchClient.of(service)) {
      client.send(profile(origin.url("/app.js"), 1));
      assertMapped(client.line(), 1);
      client.send(profile(origin.url("/app.js"), 2));
      assertMapped(client.line(), 2);
      client.end();
      assertNull(client.line());
    }
  }

  @Test
  void lineInAFormatOutsideJsonIsAProblem() throws IOException {
    try (BatchClient client = BatchClient.of(service)) {
      client.send("/x:1:1\n" + profile(origin.url("/app.js"), 2));
      assertProblem(Objects.requireNonNull(client.line()), 400, "not-json", 1);
      assertMapped(client.line(), 2);
      client.end();
    }
  }

  @Test
  void badLinesAreProblemsAmongGoodOnes() throws IOException {
    try (BatchClient client = new BatchClient(service, "?totals=true", "")) {
      client.send(profile(origin.url("/app.js"), 1) + "\n{\"fr\n \t\r\n{}\n");
      client.send("\r\n" + profile(origin.url("/app.js"), 7).strip());
      client.end();
      List<String> lines = client.lines();
      assertEquals(5, lines.size(), lines::toString);
      assertMapped(lines.get(0), 1);
      assertProblem(lines.get(1), 400, "not-json", 3);
      assertProblem(lines.get(2), 422, "not-a-profile", 5);
      assertMapped(lines.get(3), 7);
      assertEquals(
          "{\"totals\":{\"symbolicated\":2,\"problems\":2,\"mapped\":2,\"total\":2,\"pending\":0}}",
          lines.get(4));
    }
  }

  @Test
  void optionsHoldForEachLine() throws IOException {
    try (BatchClient client =
        new BatchClient(service, "?report=true&incomplete=reject&release=1", "")) {
      origin.handle("/broken.js", request -> request.response().setStatusCode(503).end());
      client.send(profile(origin.url("/app.js"), 1) + profile(origin.url("/broken.js"), 2));
      client.end();
      assertTrue(new JsonObject(client.line()).containsKey("symbolication"));
      JsonObject problem = assertProblem(client.line(), 503, "incomplete", 2);
      assertTrue(problem.containsKey("scripts") && problem.containsKey("retryAfter"));
      assertNull(client.line());
    }
  }

  @Test
  void unknownParameterIsRefusedBeforeTheBatchBegins() throws IOException {
    try (BatchClient client = new BatchClient(service, "?totals=perhaps", "")) {
      assertTrue(client.head().startsWith("http/1.1 400 "), client.head());
    }
    for (String codings : List.of("compress", "gzip, br")) {
      try (BatchClient client =
          new BatchClient(service, "", "Content-Encoding: " + codings + "\r\n")) {
        assertTrue(client.head().startsWith("http/1.1 415 "), client.head());
      }
    }
    try (BatchClient client = new BatchClient(service, "", "Accept-Encoding: deflate, *;q=0\r\n")) {
      assertTrue(client.head().startsWith("http/1.1 406 "), client.head());
    }
  }

  @Test
  void slowScriptDelaysOnlyTheWindow() throws IOException {
    CompletableFuture<HttpServerRequest> slow = new CompletableFuture<>();
    origin.handle("/slow.js", slow::complete);
    int window = BatchLimits.DEFAULT.window();
    try (BatchClient client = BatchClient.of(service)) {
      client.send(profile(origin.url("/slow.js"), 0));
      for (int i = 1; i < window; i++) {
        client.send(profile(origin.url("/" + i % 10 + ".js"), i));
      }
      // The window's last line is in work while its first one waits; the next one is not.
      client.send(profile(origin.url("/last-of-window.js"), window - 1));
      Await.until(() -> origin.requests("/9.js") == 1);
      assertEquals(0, origin.requests("/last-of-window.js"));
      Await.value(slow)
          .response()
          .putHeader("content-type", "text/javascript")
          .end("f=a=>a\n//# sourceMappingURL=app.js.map");
      client.end();
      List<String> lines = client.lines();
      assertEquals(window + 1, lines.size());
      assertMapped(lines.get(0), 0);
      assertEquals(1, origin.requests("/last-of-window.js"));
    }
  }

  @Test
  void membersOfGzipAreOneBatch() throws IOException {
    byte[] lines =
        (profile(origin.url("/app.js"), 1) + profile(origin.url("/app.js"), 2))
            .getBytes(StandardCharsets.UTF_8);
    for (String header : List.of("", "Content-Encoding: gzip\r\n")) {
      try (BatchClient client = new BatchClient(service, "", header)) {
        client.send(Encode.gzip(lines));
        client.send(Encode.gzip(lines));
        client.end();
        assertEquals(4, client.lines().size());
      }
    }
  }

  private JsonObject lastLine(String headers, byte[] body) throws IOException {
    try (BatchClient client = new BatchClient(service, "", headers)) {
      client.send(body);
      client.end();
      List<String> lines = client.lines();
      return new JsonObject(lines.get(lines.size() - 1));
    }
  }

  private static void assertCorrupt(String detail, JsonObject end) {
    assertEquals("urn:profile-symbolicator:problem:corrupt-body", end.getString("type"));
    assertEquals(true, end.getBoolean("end"));
    assertEquals(detail, end.getString("detail"));
  }

  @Test
  void damagedGzipEndsTheBatchWithAProblem() throws IOException {
    byte[] gzip = Encode.gzip(profile(origin.url("/app.js"), 1).getBytes(StandardCharsets.UTF_8));
    byte[] cut = Arrays.copyOf(gzip, gzip.length / 2);
    byte[] plain = "{}\n".getBytes(StandardCharsets.UTF_8);
    String declared = "Content-Encoding: gzip\r\n";
    String notGzip =
        "The batch is not gzip, or is damaged in its first line. Leave out Content-Encoding, or"
            + " compress the batch again.";
    assertCorrupt(notGzip, lastLine(declared, cut));
    assertCorrupt(notGzip, lastLine(declared, plain));
    byte[] withoutTrailer = Arrays.copyOf(gzip, gzip.length - 9);
    JsonObject end = lastLine(declared, withoutTrailer);
    assertCorrupt(end.getString("detail"), end); // The first line may be complete or not.
    assertCorrupt(
        "The batch is damaged or cut off in its first line. Compress the batch again.",
        lastLine("", cut));
  }

  @Test
  void lineThatIsNoWholeProfileIsToldOfTheForm() throws IOException {
    String jq = " A batch has one whole profile in each line, as `jq -c . file` writes it.";
    assertEquals(
        "The JSON value is cut off. Send the whole profile as JSON in UTF-8." + jq,
        lastLine("", "{\n".getBytes(StandardCharsets.UTF_8)).getString("detail"));
    assertEquals(
        "More bytes follow the JSON value. Put each profile of a batch into a line of its own. With"
            + " curl, use --data-binary or -T, since -d drops line feeds."
            + jq,
        lastLine("", "{}{}".getBytes(StandardCharsets.UTF_8)).getString("detail"));
  }

  @Test
  void clientThatReadsLateIsHeldBackAndGetsEverything() throws Exception {
    String line =
        profile(origin.url("/app.js"), 1)
            .replace("\"id\"", "\"pad\":\"" + "x".repeat(50_000) + "\",\"id\"");
    int count = 1_000;
    try (BatchClient client = BatchClient.of(service)) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < count; i++) {
                    client.send(line);
                  }
                  client.end();
                } catch (IOException gone) {
                  throw new AssertionError(gone);
                }
              });
      Await.until(() -> budget.used() >= BatchLimits.DEFAULT.unreadBytes());
      assertTrue(
          budget.used() < BatchLimits.DEFAULT.unreadBytes() + (1 << 20), "held: " + budget.used());
      assertTrue(!sent.isDone(), "the sender is held back");
      for (int i = 0; i < count; i++) {
        assertMapped(client.line(), 1);
      }
      assertNull(client.line());
      Await.value(sent);
    }
  }

  @Test
  void clientThatLeavesStopsTheWork() throws IOException {
    CompletableFuture<HttpServerRequest> slow = new CompletableFuture<>();
    origin.handle("/slow.js", slow::complete);
    try (BatchClient client = BatchClient.of(service)) {
      client.send(profile(origin.url("/slow.js"), 0));
      for (int i = 1; i < 2 * BatchLimits.DEFAULT.window(); i++) {
        client.send(
            profile(origin.url("/late.js" + (i < BatchLimits.DEFAULT.window() ? "" : "x")), i));
      }
      Await.until(() -> origin.requests("/late.js") == 1 && slow.isDone());
    }
    Await.until(() -> budget.used() < 100_000);
    Await.value(slow).response().end();
    Await.until(() -> budget.used() == 0);
    assertEquals(0, origin.requests("/late.jsx"));
  }

  /** The number of lines tells the batch from those of other tests, whose log lines may be late. */
  @Test
  void leavingClientIsLoggedOnce() throws IOException {
    int lines = 7;
    try (LogLines log = LogLines.listen()) {
      try (BatchClient client = BatchClient.of(service)) {
        for (int i = 0; i < lines; i++) {
          client.send(profile(origin.url("/app.js"), i));
          assertMapped(client.line(), i);
        }
      }
      Await.until(() -> !ends(log, lines).isEmpty());
      Await.until(() -> budget.used() == 0);
      assertEquals(1, ends(log, lines).size(), log::all);
      assertTrue(ends(log, lines).get(0).contains("end=left"), log::all);
      assertTrue(ends(log, lines).get(0).contains("symbolicated=" + lines + ","), log::all);
    }
  }

  private static List<String> ends(LogLines log, int lines) {
    return log.of("dev.symbolicator.request").stream()
        .filter(line -> line.contains("symbolicated a batch"))
        .filter(line -> line.contains("total=" + lines + "}"))
        .toList();
  }

  @Test
  void connectionIsUsedAgainAfterABatch() throws IOException {
    try (BatchClient client = BatchClient.of(service)) {
      client.send("{}\n");
      client.end();
      assertEquals(1, client.lines().size());
      assertTrue(client.again(service).startsWith("http/1.1 200 "));
    }
  }

  @Test
  void smallerBatchIsAnsweredWholeToAClientThatSendsEverythingFirst() throws IOException {
    String line =
        "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"pad\":\"%s\"}\n"
            .formatted("x".repeat(1_000));
    int count = 4_000;
    try (BatchClient client = BatchClient.of(service)) {
      for (int i = 0; i < count; i++) {
        client.send(line);
      }
      client.end();
      assertEquals(count, client.lines().size());
    }
  }
}

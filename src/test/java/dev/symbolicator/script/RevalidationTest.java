package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevalidationTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb1";

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin origin;
  private ScriptFiles files;
  private TestScripts instance;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    files = new ScriptFiles(origin).serve("/app.js", "v1");
    instance = TestScripts.over(directory, clock);
  }

  @AfterEach
  void stop() {
    instance.close();
    origin.close();
  }

  private String version() {
    return ScriptFiles.version(instance.find(origin.url("/app.js")));
  }

  private void checkedAlways() {
    files.cacheControl("/app.js", "no-cache").cacheControl("/app.js.map", "no-cache");
  }

  @Test
  void freshSymbolsAskNoOrigin() {
    files.cacheControl("/app.js", "max-age=3600").cacheControl("/app.js.map", "max-age=3600");
    assertEquals("v1", version());
    clock.pass(HOUR.minusMillis(1));
    assertEquals("v1", version());
    assertEquals(2, origin.requests());
  }

  @Test
  void staleSymbolsAreUsedWhileTheirOriginIsAsked() {
    assertEquals("v1", version());
    clock.pass(HOUR);
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin.handle("/app.js", asked::complete);

    assertEquals("v1", version());
    assertEquals("v1", version());

    Await.value(asked).response().setStatusCode(304).end();
    Await.until(() -> files.notModified("/app.js.map") == 1);
    Await.until(() -> instance.budget().used() == 0);
    assertEquals(2, origin.requests("/app.js"));
    assertEquals("v1", version());
  }

  @Test
  void changedScriptIsNeverMappedWithTheOldMap() {
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.serve("/app.js", "v2");
    CompletableFuture<HttpServerRequest> map = new CompletableFuture<>();
    origin.handle("/app.js.map", map::complete);
    assertEquals("v1", version()); // not yet known to be wrong

    // The new script has arrived, its map has not. From now on the old symbols are not used.
    HttpServerRequest request = Await.value(map);
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    CompletableFuture<ScriptResult> waiting = instance.scripts().find(ScriptRefs.of(url));
    assertEquals(false, waiting.isDone());

    files.map("/app.js", "v2");
    request.response().setStatusCode(302).putHeader("location", "/app.js.map").end();
    assertEquals("v2", ScriptFiles.version(Await.value(waiting)));
    assertEquals("v2", version());
  }

  /**
   * A first load has no earlier version to compare with, so only the pair itself can reveal a
   * deployment.
   */
  @ParameterizedTest
  @CsvSource({"true,mismatch,false", "false,mismatch,true", "false,v2,false"})
  void deploymentBetweenTheFetchesIsDetectedIfThePairTells(
      boolean ids, String expected, boolean longer) {
    String script = "f();%s\n//# sourceMappingURL=app.js.map";
    String segments = longer ? ",CAAC".repeat(20) : ",CAAC";
    origin.handle(
        "/app.js",
        request -> {
          serveMap(ids ? ",\"debugId\":\"%s2\"".formatted(ID) : "", segments);
          request
              .response()
              .putHeader("content-type", "text/javascript")
              .end(script.formatted(ids ? "\n//# debugId=" + ID + "1" : ""));
        });
    assertEquals(expected, version());
    assertEquals(1, origin.requests("/app.js.map"));
  }

  private void serveMap(String more, String segments) {
    String map = "{\"version\":3,\"sources\":[\"v2.ts\"],\"names\":[],\"mappings\":\"AAAA%s\"%s}";
    origin.serve("/app.js.map", "application/json", map.formatted(segments, more));
  }

  @Test
  void changedMapIsLoadedWithItsScript() {
    checkedAlways();
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.map("/app.js", "v1-repaired");
    assertEquals("v1-repaired", version());
  }

  @Test
  void noCacheScriptIsCheckedBeforeUse() {
    checkedAlways();
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.serve("/app.js", "v2");
    assertEquals("v2", version());
  }

  /** A load that waits for an origin holds no table. */
  @Test
  void symbolsThatMemoryDropsDuringACheckAreReadFromDisk() {
    checkedAlways();
    files.serve("/other.js", "other");
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    try (TestScripts small =
        TestScripts.over(directory, clock, "symbolicator.cache.max-scripts", "1")) {
      assertEquals(
          "v1", ScriptFiles.version(Await.value(small.scripts().find(ScriptRefs.of(url)))));
      clock.pass(HOUR);
      CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
      origin.handle("/app.js", asked::complete);
      CompletableFuture<ScriptResult> waiting = small.scripts().find(ScriptRefs.of(url));
      HttpServerRequest request = Await.value(asked);
      assertEquals("other", ScriptFiles.version(small.find(origin.url("/other.js"))));

      request.response().setStatusCode(304).end();
      assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
      assertEquals(1, small.tables("disk"));
    }
  }

  /** During the check, another process stores the answer of another server of the origin. */
  @Test
  void symbolsAreThoseOfTheRecordThatTheOriginConfirmed() {
    files.cacheControl("/app.js.map", "max-age=86400").serve("/other.js", "other");
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    String[] settings = {"symbolicator.cache.max-scripts", "1", "limits.store.threads", "1"};
    try (TestScripts small = TestScripts.over(directory, clock, settings);
        TestScripts process =
            TestScripts.over(directory, clock, "symbolicator.sources.fetch", "true")) {
      assertEquals(
          "v1", ScriptFiles.version(Await.value(small.scripts().find(ScriptRefs.of(url)))));
      clock.pass(HOUR);
      CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
      origin.handle("/app.js", asked::complete);
      assertEquals(
          "v1", ScriptFiles.version(Await.value(small.scripts().find(ScriptRefs.of(url)))));
      HttpServerRequest request = Await.value(asked);
      assertEquals("other", ScriptFiles.version(small.find(origin.url("/other.js"))));
      files.serve("/app.js", "v2");
      assertEquals("v2", ScriptFiles.version(process.find(origin.url("/app.js"))));

      CompletableFuture<ScriptResult> waiting = small.scripts().find(ScriptRefs.of(url));
      Await.value(
          CompletableFuture.runAsync(() -> {}, small.store().threads())); // The record was read.
      request.response().setStatusCode(304).end();
      assertEquals("v1", ScriptFiles.version(Await.value(waiting)));
    }
  }

  @Test
  void unchangedFilesAreNotLoadedAgain() {
    checkedAlways();
    for (int hour = 0; hour < 3; hour++) {
      assertEquals("v1", version());
      clock.pass(HOUR);
    }
    assertEquals(2, files.notModified("/app.js"));
    assertEquals(2, files.notModified("/app.js.map"));
    assertEquals(1, instance.tables("compiled"));
  }

  @Test
  void failureOfTheOriginLeavesStaleSymbolsInUse() {
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.fail("/app.js", 503);
    assertEquals("v1", version());
    Await.until(() -> origin.requests("/app.js") >= 2);
    assertEquals("v1", version());
  }

  @Test
  void originAtAForbiddenAddressLeavesStaleSymbolsInUse() {
    files.cacheControl("/app.js", "max-age=60, stale-while-revalidate=0");
    List<String> here = List.of("127.0.0.1");
    try (TestDns dns =
            TestDns.start()
                .answerInTurn("moves.test", List.of(here, here, List.of("169.254.169.254")));
        TestScripts elsewhere =
            new TestScripts(
                dns.vertx(),
                new ByteBudget(64 << 20),
                clock,
                "symbolicator.cache.max-disk-size",
                "0",
                "symbolicator.fetch.allow-private-addresses",
                "true")) {
      String url = "http://moves.test:" + origin.port() + "/app.js";
      assertEquals("v1", ScriptFiles.version(elsewhere.find(url)));
      clock.pass(HOUR);
      assertEquals("v1", ScriptFiles.version(elsewhere.find(url)));
      assertEquals(3, dns.questions("moves.test"));
      clock.pass(Duration.ofDays(8));
      assertEquals("blocked", ScriptFiles.version(elsewhere.find(url)));
    }
  }

  @Test
  void failureBeyondMaxStaleIsReported() {
    assertEquals("v1", version());
    clock.pass(Duration.ofDays(8));
    files.fail("/app.js", 503);
    assertEquals("unreachable", version());
  }

  @Test
  void failureIsReportedWhereNoCacheForbidsStaleUse() {
    checkedAlways();
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.fail("/app.js", 503);
    assertEquals("unreachable", version());
  }

  @Test
  void symbolsOfAScriptThatIsGoneStayInUse() {
    files.cacheControl("/app.js", "max-age=60, stale-while-revalidate=0");
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.fail("/app.js", 404);
    assertEquals("v1", version());
  }

  @Test
  void removedMapIsNotUsed() {
    files.cacheControl("/app.js.map", "max-age=60, stale-while-revalidate=0");
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.fail("/app.js.map", 404);
    assertEquals("not-found", version());
  }

  @Test
  void scriptBehindALoginIsNotUsed() {
    files.cacheControl("/app.js", "max-age=60, stale-while-revalidate=0");
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.fail("/app.js", 403);
    assertEquals("unreachable", version());
  }

  /** Serves a file whose 200 and 304 answers have different headers. */
  private void serve(
      String path, String body, Map<String, String> first, Map<String, String> then) {
    origin.handle(
        path,
        request -> {
          boolean known = request.getHeader("if-none-match") != null;
          (known ? then : first).forEach(request.response()::putHeader);
          request.response().putHeader("etag", "\"1\"");
          if (known) {
            request.response().setStatusCode(304).end();
          } else {
            request.response().end(body);
          }
        });
  }

  @Test
  void confirmationWithoutHeadersKeepsTheLifetime() {
    String control = "max-age=7200, must-revalidate";
    serve("/app.js", "f();", Map.of("Cache-Control", control, "SourceMap", "m"), Map.of());
    serve("/m", ScriptFiles.mapOf("v1"), Map.of("Cache-Control", "immutable"), Map.of());
    assertEquals("v1", version());
    for (int period = 1; period <= 3; period++) {
      clock.pass(Duration.ofHours(2).minusMillis(1));
      assertEquals("v1", version());
      assertEquals(period, origin.requests("/app.js"));
      clock.pass(Duration.ofMillis(1));
      assertEquals("v1", version());
      assertEquals(period + 1, origin.requests("/app.js"));
    }
    assertEquals(1, origin.requests("/m"));
  }

  @Test
  void confirmationThatNamesAnotherMapBringsThatMap() {
    serve("/app.js", "f();", Map.of("Cache-Control", "no-cache", "SourceMap", "old.map"), Map.of());
    serve("/old.map", ScriptFiles.mapOf("v1"), Map.of(), Map.of());
    serve("/new.map", ScriptFiles.mapOf("v2"), Map.of(), Map.of());
    assertEquals("v1", version());
    clock.pass(HOUR);
    serve(
        "/app.js",
        "f();",
        Map.of("Cache-Control", "no-cache", "SourceMap", "new.map"),
        Map.of("SourceMap", "new.map"));
    assertEquals("v2", version());
    clock.pass(HOUR);
    assertEquals("v2", version());
    assertEquals(4, origin.requests("/app.js"));
  }

  @Test
  void changedInlineMapInAHeaderIsReadAgain() {
    String data = "data:application/json,";
    Map<String, String> old =
        Map.of("Cache-Control", "no-cache", "SourceMap", data + ScriptFiles.mapOf("v1"));
    serve("/app.js", "f();", old, old);
    assertEquals("v1", version());
    clock.pass(HOUR);
    origin.handle(
        "/app.js",
        request ->
            request.response().putHeader("SourceMap", data + ScriptFiles.mapOf("v2")).end("f();"));
    assertEquals("v2", version());
  }

  @Test
  void expiredMapIsCheckedWhileItsScriptIsFresh() {
    files.cacheControl("/app.js", "max-age=7200");
    files.cacheControl("/app.js.map", "max-age=60, must-revalidate");
    assertEquals("v1", version());
    clock.pass(HOUR);
    files.map("/app.js", "v2");
    assertEquals("v2", version());
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class ScriptsTest {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"src/a.ts\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";

  @Inject Scripts scripts;

  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private WebUrl url(String path) {
    return Objects.requireNonNull(WebUrl.parse(origin.url(path)));
  }

  private ScriptResult find(String path) {
    return Await.value(scripts.find(ScriptRefs.of(url(path))));
  }

  private ScriptResult.Found found(String path) {
    return assertInstanceOf(ScriptResult.Found.class, find(path));
  }

  private static void assertSource(String expected, ScriptResult.Found found) {
    assertEquals(
        new Symbol(expected, 0, 1, null),
        found.symbols().lookup(NameStyle.V8, new RecentSymbols()).findExecuting(0, 1));
  }

  @Test
  void mapUrlInACommentIsRelativeToTheScriptsFinalUrl() {
    origin
        .redirect("/latest.js", "/v2/app.js")
        .serve("/v2/app.js", "text/javascript", "f()\n//# sourceMappingURL=maps/app.js.map")
        .serve("/v2/maps/app.js.map", "application/json", MAP);

    ScriptResult.Found found = found("/latest.js");

    assertSource(origin.url("/v2/maps/src/a.ts"), found);
    assertEquals(origin.url("/v2/maps/app.js.map"), found.report().sourceMap());
  }

  @Test
  void redirectTargetIsLoadedUnderItsOwnUrl() {
    origin
        .redirect("/latest.js", "/app.js")
        .serve("/app.js", "text/javascript", "f()\n//# sourceMappingURL=app.js.map")
        .serve("/app.js.map", "application/json", MAP);

    found("/latest.js");
    found("/app.js");
    found("/app.js");

    assertEquals(2, origin.requests("/app.js"));
  }

  @Test
  void mapOfAnotherVersionIsNotUsed() {
    String id = "85314830-023f-4cf1-a267-535f4e37bb1";
    origin
        .serve(
            "/app.js",
            "text/javascript",
            "f()\n//# debugId=" + id + "1\n//# sourceMappingURL=app.js.map")
        .serve(
            "/app.js.map",
            "application/json",
            MAP.replace("{\"version", "{\"debugId\":\"" + id + "2\",\"version"));

    ScriptResult result = find("/app.js");

    assertEquals(ScriptStatus.MISMATCH, result.status());
    assertEquals(origin.url("/app.js.map"), result.report().sourceMap());
  }

  @Test
  void headerWinsOverTheComment() {
    origin
        .handle(
            "/app.js",
            request ->
                request
                    .response()
                    .putHeader("Content-Type", "text/javascript")
                    .putHeader("SourceMap", "/secret/app.map?key=1")
                    .end("f()\n//# sourceMappingURL=app.js.map"))
        .serve("/secret/app.map", "application/json", MAP);

    ScriptResult.Found found = found("/app.js");

    assertEquals(origin.url("/secret/app.map"), found.report().sourceMap());
    assertEquals(1, origin.requests("/secret/app.map"));
    assertEquals(0, origin.requests("/app.js.map"));
  }

  @Test
  void sourcesOfAnInlineMapAreRelativeToTheScript() {
    String base64 = Base64.getEncoder().encodeToString(MAP.getBytes(StandardCharsets.UTF_8));
    origin.serve(
        "/js/app.js",
        "text/javascript",
        "f()\n//# sourceMappingURL=data:application/json;base64," + base64);

    ScriptResult.Found found = found("/js/app.js");

    assertSource(origin.url("/js/src/a.ts"), found);
    assertEquals("data:", found.report().sourceMap());
  }

  @Test
  void failuresAreValuesThatSayWhichFileAndWhy() {
    origin
        .serve("/plain.js", "text/javascript", "f()")
        .serve("/page.js", "text/html", "<h1>Please log in</h1>")
        .serve("/lost.js", "text/javascript", "f()\n//# sourceMappingURL=lost.js.map")
        .serve("/odd.js", "text/javascript", "f()\n//# sourceMappingURL=blob:x")
        .serve("/bad.js", "text/javascript", "f()\n//# sourceMappingURL=bad.js.map")
        .serve("/bad.js.map", "application/json", "{\"version\":3");

    assertEquals(ScriptStatus.NOT_FOUND, find("/none.js").status());
    assertEquals(ScriptStatus.NO_SOURCE_MAP, find("/plain.js").status());
    assertEquals(ScriptStatus.NOT_A_SCRIPT, find("/page.js").status());
    assertEquals(ScriptStatus.NOT_FOUND, find("/lost.js").status());
    assertEquals(origin.url("/lost.js.map"), find("/lost.js").report().sourceMap());
    assertEquals(ScriptStatus.UNSUPPORTED, find("/odd.js").status());
    assertEquals(ScriptStatus.MALFORMED, find("/bad.js").status());
    assertEquals(ScriptStatus.NOT_A_SCRIPT, find("/page").status());
    assertEquals(0, origin.requests("/page"));
  }

  @Test
  void scriptsWithAndWithoutSymbolsAreRemembered() {
    origin
        .serve("/app.js", "text/javascript", "f()\n//# sourceMappingURL=app.js.map")
        .serve("/app.js.map", "application/json", MAP);

    for (int i = 0; i < 3; i++) {
      found("/app.js");
      find("/none.js");
    }

    assertEquals(1, origin.requests("/app.js"));
    assertEquals(1, origin.requests("/app.js.map"));
    assertEquals(1, origin.requests("/none.js"));
  }

  @Test
  void scriptIsRequestedWithItsQueryAndWithoutItsFragment() {
    find("/app.js?build=42#top");
    find("/app.js?build=42");

    assertEquals(List.of("/app.js?build=42"), origin.targets());
  }

  @Test
  void callerThatGivesUpDoesNotEndTheLoad() {
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin.handle("/app.js", asked::complete).serve("/app.js.map", "application/json", MAP);

    CompletableFuture<ScriptResult> timedOut = scripts.find(ScriptRefs.of(url("/app.js")));
    CompletableFuture<ScriptResult> cancelled = scripts.find(ScriptRefs.of(url("/app.js")));
    CompletableFuture<ScriptResult> patient = scripts.find(ScriptRefs.of(url("/app.js")));
    timedOut.orTimeout(1, TimeUnit.MILLISECONDS);
    CompletionException gaveUp = assertThrows(CompletionException.class, timedOut::join);
    assertInstanceOf(TimeoutException.class, gaveUp.getCause());
    cancelled.cancel(true);
    Await.value(asked)
        .response()
        .putHeader("Content-Type", "text/javascript")
        .end("f()\n//# sourceMappingURL=app.js.map");

    assertEquals(ScriptStatus.FOUND, Await.value(patient).status());
    assertEquals(1, origin.requests("/app.js"));
    assertEquals(1, origin.requests("/app.js.map"));
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads foreign scripts that name a map which only this service may fetch. */
class ConfusedDeputyTest {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"secret.ts\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin scripts;
  private TestOrigin maps;

  @BeforeEach
  void start() {
    scripts = TestOrigin.start();
    maps = TestOrigin.start();
    String link = "f();\n//# sourceMappingURL=" + maps.url("/app.js.map");
    scripts.serve("/app.js", "text/javascript", link);
    maps.serve("/app.js", "text/javascript", link);
    scripts.handle(
        "/header.js",
        request ->
            request
                .response()
                .putHeader("content-type", "text/javascript")
                .putHeader("SourceMap", maps.url("/app.js.map"))
                .end("f();"));
    maps.handle(
        "/app.js.map",
        request -> {
          boolean known = "Bearer t0ken".equals(request.getHeader("authorization"));
          request.response().setStatusCode(known ? 200 : 403).end(known ? MAP : "");
        });
  }

  @AfterEach
  void stop() {
    scripts.close();
    maps.close();
  }

  private TestScripts instance(String... more) {
    List<String> config = new ArrayList<>(List.of("symbolicator.cache.directory"));
    config.add(directory.toString());
    config.addAll(List.of(more));
    return new TestScripts(clock, config.toArray(new String[0]));
  }

  private TestScripts withToken(String... more) {
    List<String> config = new ArrayList<>();
    config.addAll(List.of("symbolicator.fetch.allow-private-addresses", "true"));
    config.addAll(List.of("symbolicator.fetch.origin.maps.url", maps.origin()));
    config.addAll(List.of("symbolicator.fetch.origin.maps.headers.Authorization", "Bearer t0ken"));
    config.addAll(List.of(more));
    return instance(config.toArray(new String[0]));
  }

  @Test
  void foreignScriptDoesNotUseHeadersOfAnotherOrigin() {
    try (TestScripts instance = withToken()) {
      for (String path : List.of("/app.js", "/header.js")) {
        ScriptResult result = instance.find(scripts.url(path));
        assertEquals(ScriptStatus.BLOCKED, result.status(), path);
        assertTrue(result.detail().contains("scripts-from"), result.detail());
      }
      assertEquals("secret", ScriptFiles.version(instance.find(maps.url("/app.js"))));
    }
  }

  /** The script is the operator's own, and repeats what a stranger's profile asks it for. */
  @Test
  void scriptOfAListedOriginThatRepeatsItsQueryDoesNotUseHeadersOfAnother() {
    scripts.handle(
        "/widget.js",
        request ->
            request
                .response()
                .putHeader("content-type", "text/javascript")
                .end("f();\n//# sourceMappingURL=" + request.getParam("map")));
    String url = scripts.url("/widget.js?map=" + maps.url("/app.js.map"));
    String listed = "*," + scripts.origin() + "," + maps.origin();
    try (TestScripts instance =
        withToken(
            "symbolicator.fetch.allowed-origins",
            listed,
            "symbolicator.fetch.origin.scripts.url",
            scripts.origin())) {
      assertEquals(ScriptStatus.BLOCKED, instance.find(url).status());
      assertEquals(1, maps.requests("/app.js.map"));
    }
    try (TestScripts instance = instance("symbolicator.fetch.allowed-origins", listed)) {
      assertEquals(ScriptStatus.BLOCKED, instance.find(url).status());
      assertEquals(1, maps.requests("/app.js.map"));
    }
  }

  @Test
  void headersAreSentForScriptsThatTheOperatorLists() {
    String key = "symbolicator.fetch.origin.maps.scripts-from";
    try (TestScripts instance = withToken(key, scripts.origin())) {
      assertEquals("secret", ScriptFiles.version(instance.find(scripts.url("/app.js"))));
      clock.pass(Duration.ofHours(1));
      assertEquals("secret", ScriptFiles.version(instance.find(scripts.url("/app.js"))));
      Await.until(() -> maps.requests("/app.js.map") == 2);
      clock.pass(Duration.ofDays(8));
      assertEquals("secret", ScriptFiles.version(instance.find(scripts.url("/app.js"))));
    }
  }

  @Test
  void listedPrivateAddressIsNotOpenedForForeignScripts() {
    maps.serve("/app.js.map", "application/json", MAP);
    String allowed = "*," + maps.origin();
    try (TestScripts instance = instance("symbolicator.fetch.allowed-origins", allowed)) {
      String script = "data:text/javascript,f()//%23 sourceMappingURL=" + maps.url("/app.js.map");
      ScriptResult result =
          Await.value(instance.scripts().findData(ScriptRef.DEFAULT_SCOPE, script, true));
      assertEquals(ScriptStatus.BLOCKED, result.status(), result::detail);
      assertEquals(0, maps.connections());
      assertEquals("secret", ScriptFiles.version(instance.find(maps.url("/app.js"))));
    }
  }

  /** A copy of the script at another origin names the same map, but its sources are refused. */
  @Test
  void tableOfACopyWithoutSourcesIsNotUsedForTheScript() {
    maps.serve("/app.js.map", "application/json", MAP);
    maps.handle(
        "/secret.ts",
        request -> {
          boolean known = "Bearer t0ken".equals(request.getHeader("authorization"));
          request.response().setStatusCode(known ? 200 : 403).end(known ? "f();" : "");
        });
    try (TestScripts instance = withToken("symbolicator.sources.fetch", "true")) {
      assertEquals("secret", ScriptFiles.version(instance.find(scripts.url("/app.js"))));
      assertEquals("secret", ScriptFiles.version(instance.find(maps.url("/app.js"))));
      assertEquals(2, maps.requests("/secret.ts"));
      assertEquals(2, instance.tables("compiled"));
    }
    try (TestScripts restarted = withToken("symbolicator.sources.fetch", "true")) {
      assertEquals("secret", ScriptFiles.version(restarted.find(maps.url("/app.js"))));
      assertEquals(0, restarted.tables("compiled"));
    }
  }
}

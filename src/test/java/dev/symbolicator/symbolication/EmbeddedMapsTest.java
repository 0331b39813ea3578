package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMapsTest {
  private static final String SCRIPT = "function a(){}";
  private static final String CAME = "The source map came with the profile. ";

  @TempDir private Path directory;
  private final TestOrigin origin = TestOrigin.start();
  private TestScripts scripts;

  @BeforeEach
  void start() {
    scripts = TestScripts.over(directory, new MovableClock());
  }

  @AfterEach
  void close() {
    scripts.close();
    origin.close();
  }

  private static String map(String name) {
    return "{\"version\":3,\"sources\":[\"src/%s.ts\"],\"names\":[\"%s\"],\"sourcesContent\":[\"function %s(){}\"],\"mappings\":\"AAAA,SAASA,CAAQ\"}"
        .formatted(name, name, name);
  }

  private static String function(String url) {
    return "{\"name\":\"FunctionCall\",\"ph\":\"X\",\"pid\":1,\"args\":{\"data\":{\"functionName\":\"a\",\"scriptId\":\"3\",\"url\":\"%s\",\"lineNumber\":1,\"columnNumber\":11}}}"
        .formatted(url);
  }

  /** Returns a map that shows the start of a function, which needs no script. */
  private static String mapOfStart() {
    return "{\"version\":3,\"sources\":[\"src/mine.ts\"],\"names\":[],\"sourcesContent\":[\"const mine = (door) => door;\"],\"mappings\":\"AAAA,EAAa\"}";
  }

  private static String functionOfStart(String url) {
    return function(url).replace(":11}", ":3}");
  }

  private static String text(String url, int id, String script) {
    return (",{\"name\":\"ScriptCatchup\",\"args\":{\"data\":{\"scriptId\":%d,\"url\":\"%s\"}}},"
            + "{\"name\":\"ScriptCatchup\",\"args\":{\"data\":{\"scriptId\":%d,\"sourceText\":\"%s\"}}}")
        .formatted(id, url, id, script);
  }

  private static String entry(String url, String map) {
    return "{\"url\":\"%s\",\"sourceMapUrl\":\"%s.map\",\"sourceMap\":%s}".formatted(url, url, map);
  }

  private static String trace(String events, String maps) {
    return "{\"traceEvents\":[%s],\"metadata\":{\"sourceMaps\":[%s]}}".formatted(events, maps);
  }

  private static String trace(String url, String script, String map) {
    return trace(function(url) + text(url, 3, script), entry(url, map));
  }

  private void serve(String name) {
    origin.serve("/app.js", "text/javascript", SCRIPT + "\n//# sourceMappingURL=app.js.map");
    origin.serve("/app.js.map", "application/json", map(name));
  }

  private static void assertFunction(String name, TraceRun run) {
    assertTrue(run.written().contains("\"functionName\":\"" + name + "\""), run.written());
  }

  private static SymbolicationReport.ScriptEntry script(TraceRun run) {
    assertEquals(1, run.report().scripts().size());
    return run.report().scripts().get(0);
  }

  private void assertNothingIsKept() {
    assertEquals(0, origin.requests());
    assertEquals(0, scripts.tables("compiled"));
    assertEquals(0, scripts.lookups("miss"));
    Await.until(() -> scripts.budget().used() == 0);
  }

  @Test
  void mapAndTextAreUsedWithoutFetch() throws IOException {
    String url = origin.url("/app.js");
    for (int i = 0; i < 2; i++) {
      TraceRun run = TraceRun.of(scripts, trace(url, SCRIPT, map("mine")));
      assertFunction("mine", run);
      assertTrue(run.written().contains("\"url\":\"" + origin.url("/src/mine.ts") + "\""));
      assertEquals("found", script(run).status());
      assertEquals("embedded", script(run).sourceMap());
      assertEquals(CAME + "The source map was read.", script(run).detail());
      assertNothingIsKept();
    }
  }

  @Test
  void mapWithoutTextIsUsedAlone() throws IOException {
    String url = origin.url("/app.js");
    TraceRun run = TraceRun.of(scripts, trace(functionOfStart(url), entry(url, mapOfStart())));
    assertFunction("mine", run);
    assertEquals("script-missing", script(run).status());
    assertTrue(script(run).detail().startsWith(CAME));
    assertNothingIsKept();
  }

  @Test
  void scriptNeedsNoUrlOfTheWeb() throws IOException {
    String longest = "x".repeat(65_000);
    for (String url : List.of("webpack-internal:///app.js", "app.js", longest, "blob:x")) {
      TraceRun run = TraceRun.of(scripts, trace(url, SCRIPT, map("mine")));
      assertFunction("mine", run);
      String source = url.startsWith("webpack") ? "webpack-internal:///src/mine.ts" : "src/mine.ts";
      assertTrue(run.written().contains("\"" + source + "\""), run.written());
    }
  }

  @Test
  void mapOfATraceAnswersNoOtherRequest() throws IOException {
    serve("real");
    String url = origin.url("/app.js");
    String plain = trace(function(url), "");
    String forged = trace(url, SCRIPT, map("forged"));
    assertFunction("forged", TraceRun.of(scripts, forged));
    assertFunction("real", TraceRun.of(scripts, plain));
    assertFunction("forged", TraceRun.of(scripts, forged));
    assertFunction("real", TraceRun.of(scripts, plain));
    assertEquals(2, origin.requests());
    assertEquals(1, scripts.tables("compiled"));
    scripts.close();
    scripts = TestScripts.over(directory, new MovableClock());
    assertFunction("real", TraceRun.of(scripts, plain));
    assertEquals(2, origin.requests());
  }

  @Test
  void unusableMapIsReportedAndOthersAreUsed() throws IOException {
    String bad = origin.url("/bad.js");
    String good = origin.url("/good.js");
    TraceRun run =
        TraceRun.of(
            scripts,
            trace(
                function(bad) + "," + functionOfStart(good),
                entry(bad, "{\"version\":3,\"mappings\":7}") + "," + entry(good, mapOfStart())));
    assertFunction("mine", run);
    assertFunction("a", run);
    assertEquals("malformed", run.report().scripts().get(0).status());
    assertTrue(run.report().scripts().get(0).detail().startsWith(CAME));
    assertNothingIsKept();
  }

  @Test
  void filesAreLimitedLikeThoseOfTheWeb() throws IOException {
    scripts.close();
    scripts =
        TestScripts.over(
            directory,
            new MovableClock(),
            "symbolicator.fetch.max-map-size",
            "200",
            "symbolicator.fetch.max-script-size",
            "20");
    String url = origin.url("/app.js");
    TraceRun map = TraceRun.of(scripts, trace(url, SCRIPT, map("m".repeat(200))));
    assertEquals("too-large", script(map).status());
    assertTrue(script(map).detail().contains("symbolicator.fetch.max-map-size"));
    TraceRun text = TraceRun.of(scripts, trace(url, SCRIPT + "    /**/", map("mine")));
    assertEquals("too-large", script(text).status());
    assertTrue(script(text).detail().contains("symbolicator.fetch.max-script-size"));
    assertNothingIsKept();
  }

  private String traceOfScripts(int count) {
    List<String> urls =
        IntStream.range(0, count).mapToObj(i -> origin.url("/" + i + ".js")).toList();
    return trace(
        urls.stream().map(EmbeddedMapsTest::function).collect(Collectors.joining(",")),
        urls.stream().map(url -> entry(url, map("mine"))).collect(Collectors.joining(",")));
  }

  @Test
  void scriptsAreLimitedLikeThoseOfTheWeb() throws IOException {
    TraceRun run =
        TraceRun.of(scripts, traceOfScripts(5), "symbolicator.symbolication.max-scripts", "3");
    assertEquals(
        List.of("script-missing", "script-missing", "script-missing", "skipped", "skipped"),
        run.report().scripts().stream().map(SymbolicationReport.ScriptEntry::status).toList());
  }

  @Test
  void mapsAreLeftAtTheDeadline() throws IOException {
    TraceRun run =
        TraceRun.of(
            scripts,
            traceOfScripts(200),
            Settings.of("symbolicator.symbolication.max-scripts", "500")
                .read(SymbolicationConfig.class),
            Deadline.in(Duration.ofMillis(1)));
    assertTrue(run.report().pending() > 0, () -> run.report().toString());
    assertFalse(run.report().scripts().isEmpty());
    assertNothingIsKept();
  }
}

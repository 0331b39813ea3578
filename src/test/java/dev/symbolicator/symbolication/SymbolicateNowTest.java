package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Symbolicates small profiles as an event loop does. Whatever an event loop must not do is left
 * undone: no load begins, no origin is asked, and no file is read.
 */
class SymbolicateNowTest {
  private static final String SCRIPT = "function f(){}\n//# sourceMappingURL=app.js.map";
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA\"}";
  private static final SymbolicationOptions PLAIN = options(false);

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin origin;
  private TestScripts scripts;
  private Symbolicator symbolicator;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    serve("/app.js", SCRIPT);
    serve("/app.js.map", MAP);
    begin();
  }

  @AfterEach
  void stop() {
    scripts.close();
    origin.close();
  }

  private void begin(String... settings) {
    scripts = TestScripts.over(directory, clock);
    symbolicator = Symbolicators.of(scripts, Settings.of(settings).read(SymbolicationConfig.class));
  }

  private void serve(String path, String body) {
    origin.handle(
        path, request -> request.response().putHeader("cache-control", "max-age=600").end(body));
  }

  private static SymbolicationOptions options(boolean hasReport) {
    return new SymbolicationOptions(hasReport, false, false, null, false, null, null, false);
  }

  private static RequestContext context() {
    return Symbolicators.unlimited(Deadline.in(Duration.ofMinutes(1)));
  }

  private byte[] profile(int column, int frames, String... paths) {
    List<String> urls = List.of(paths).stream().map(path -> '"' + origin.url(path) + '"').toList();
    String frame = "{\"name\":\"f\",\"resourceId\":%d,\"line\":1,\"column\":" + column + "}";
    List<String> all = urls.stream().map(url -> frame.formatted(urls.indexOf(url))).toList();
    List<String> repeated = frames == 1 ? all : Collections.nCopies(frames, frame.formatted(0));
    return "{\"frames\":%s,\"resources\":%s,\"samples\":[],\"stacks\":[]}"
        .formatted(repeated, urls)
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] profile() {
    return profile(1 + SCRIPT.indexOf('('), 1, "/app.js");
  }

  private @Nullable Symbolicated now(byte[] profile) {
    return symbolicator.symbolicateNow(profile, PLAIN, context());
  }

  private Symbolicated whole(byte[] profile) {
    return (Symbolicated) Await.value(symbolicator.symbolicate(profile, PLAIN, context()));
  }

  private static byte[] answer(Symbolicated symbolicated) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    symbolicated.profile().writeTo(out);
    return out.toByteArray();
  }

  @Test
  void answerAndReportAreTheSame() throws IOException {
    Symbolicated cold = whole(profile());
    Symbolicated now = now(profile());
    assertNotNull(now);
    assertEquals(1, now.report().mapped());
    assertEquals(cold.report(), now.report());
    assertEquals(cold.mostBytes(), now.mostBytes());
    assertArrayEquals(answer(cold), answer(now));
    assertEquals(1, scripts.lookups("hit"));
  }

  @Test
  void unknownScriptIsNeitherLoadedNorReadFromDisk() {
    assertNull(now(profile()));
    whole(profile());
    scripts.close();
    begin();
    assertNull(now(profile()));
    assertEquals(1, origin.requests("/app.js"));
    assertEquals(0, scripts.tables("disk"));
    assertEquals(0, scripts.lookups("hit") + scripts.lookups("miss"));
  }

  @Test
  void oneUnknownScriptSuffices() {
    whole(profile());
    serve("/other.js", "let a");
    assertNull(now(profile(1 + SCRIPT.indexOf('('), 1, "/app.js", "/other.js")));
    assertEquals(0, origin.requests("/other.js"));
  }

  @Test
  void originOfStaleScriptIsNotAsked() {
    whole(profile());
    clock.pass(Duration.ofHours(1));
    assertNull(now(profile()));
    assertEquals(1, origin.requests("/app.js"));
  }

  @Test
  void originOfAnotherBuildsScriptIsNotAsked() {
    whole(profile());
    assertNull(now(profile(5, 6, "/app.js")));
    assertEquals(1, origin.requests("/app.js"));
  }

  @Test
  void manyFramesAreNotLookedUp() {
    int column = 1 + SCRIPT.indexOf('(');
    whole(profile());
    assertNotNull(now(profile(column, Symbolicator.MOST_FRAMES_NOW, "/app.js")));
    assertNull(now(profile(column, Symbolicator.MOST_FRAMES_NOW + 1, "/app.js")));
  }

  /** A source that many frames share is once in the answer, but looked up for each frame. */
  @Test
  void longSourcesAreNotLookedUpForManyFrames() {
    serve("/long.js", SCRIPT.replace("app.js", "long.js"));
    serve("/long.js.map", MAP.replace("a.ts", "s".repeat(7_000)));
    int column = 1 + SCRIPT.indexOf('(');
    whole(profile(column, 1, "/long.js"));
    assertNotNull(now(profile(column, 30, "/long.js")));
    assertNull(now(profile(column, 40, "/long.js")));
  }

  @Test
  void largeAnswerIsNotWritten() {
    String[] paths = new String[40];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = "/long" + i + ".js";
      serve(paths[i], SCRIPT.replace("app.js", "long" + i + ".js"));
      serve(paths[i] + ".map", MAP.replace("a.ts", "s".repeat(7_000) + i));
    }
    int column = 1 + SCRIPT.indexOf('(');
    whole(profile(column, 1, paths));
    assertNotNull(now(profile(column, 1, paths[0])));
    assertNull(now(profile(column, 1, paths)));
    assertEquals(1, scripts.lookups("hit"));
  }

  @Test
  void moreScriptsOrOriginsThanAllowedAreNotLookedUp() {
    serve("/b.js", SCRIPT);
    byte[] two = profile(1 + SCRIPT.indexOf('('), 1, "/app.js", "/b.js");
    whole(two);
    assertNotNull(now(two));
    scripts.close();
    begin("symbolicator.symbolication.max-scripts", "1");
    whole(profile());
    whole(profile(1 + SCRIPT.indexOf('('), 1, "/b.js"));
    assertNotNull(now(profile()));
    assertNull(now(two));
  }

  @Test
  void reportsAreNotWritten() {
    whole(profile());
    assertNull(symbolicator.symbolicateNow(profile(), options(true), context()));
  }

  @Test
  void memoryThatIsMissingEndsTheAttempt() {
    whole(profile());
    RequestContext none =
        new RequestContext("default", bytes -> false, Deadline.in(Duration.ofMinutes(1)));
    assertNull(symbolicator.symbolicateNow(profile(), PLAIN, none));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"frames\":3}",
        "{\"nodes\":[],\"startTime\":0,\"endTime\":0}",
        "{\"stack\":\"Error\\n    at f (https://a.example/app.js:1:1)\"}",
        "{}\n{\"type\":\"profile\"}\n{}",
        "{\"traceEvents\":[]}",
        "f@https://a.example/app.js:1:1"
      })
  void otherBodiesAreLeft(String body) {
    assertNull(now(body.getBytes(StandardCharsets.UTF_8)));
  }
}

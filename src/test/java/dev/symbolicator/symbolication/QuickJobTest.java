package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.Job;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decides which jobs an event loop may do: no load begins, no origin is asked, and no file is read.
 */
class QuickJobTest {
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
    Job job = symbolicator.read(profile, PLAIN, context());
    if (!symbolicator.isQuick(job)) {
      return null;
    }
    CompletableFuture<SymbolicationResult> answer = symbolicator.symbolicate(job);
    assertTrue(answer.isDone());
    return (Symbolicated) answer.join();
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
  void scriptWithoutMapIsKnownToo() {
    serve("/bare.js", "let a");
    whole(profile(1, 1, "/bare.js"));
    Symbolicated now = now(profile(1, 1, "/bare.js"));
    assertNotNull(now);
    assertEquals(0, now.report().mapped());
    assertEquals(1, origin.requests("/bare.js"));
  }

  @Test
  void manyFramesAreNotLookedUp() {
    int column = 1 + SCRIPT.indexOf('(');
    whole(profile());
    assertNotNull(now(profile(column, Symbolicator.MOST_FRAMES_NOW, "/app.js")));
    assertNull(now(profile(column, Symbolicator.MOST_FRAMES_NOW + 1, "/app.js")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"traceEvents\":[]}",
        "{\"snapshot\":{\"meta\":{}},\"nodes\":[],\"edges\":[],\"strings\":[]}"
      })
  void bodiesThatAreReadInPassesAreLeft(String body) {
    assertFalse(Symbolicator.readsQuickly(body.getBytes(StandardCharsets.UTF_8), PLAIN));
  }

  @Test
  void reportsAreNotWritten() {
    assertTrue(Symbolicator.readsQuickly(profile(), PLAIN));
    assertFalse(Symbolicator.readsQuickly(profile(), options(true)));
  }
}

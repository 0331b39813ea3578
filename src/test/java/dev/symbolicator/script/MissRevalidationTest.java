package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that scripts without symbols are requested no more often than HTTP requires. */
class MissRevalidationTest {
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String PLAIN = "f();";
  private static final String LINKED = "f();\n//# sourceMappingURL=app.js.map";
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb1";

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin origin;
  private ScriptFiles files;
  private TestScripts instance;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    files = new ScriptFiles(origin);
    instance =
        TestScripts.over(
            directory,
            clock,
            "limits.fetch.retryDelay",
            "1ms",
            "symbolicator.cache.misses-time-to-live",
            "2M");
  }

  @AfterEach
  void stop() {
    instance.close();
    origin.close();
  }

  private ScriptResult find() {
    return instance.find(origin.url("/app.js"));
  }

  private void script(String body, String cacheControl) {
    files.file("/app.js", "text/javascript", body).cacheControl("/app.js", cacheControl);
  }

  private void map(String body, String cacheControl) {
    files.file("/app.js.map", "application/json", body).cacheControl("/app.js.map", cacheControl);
  }

  private void assertFinds(String version) {
    assertEquals(version, ScriptFiles.version(find()));
  }

  /** Checks how often script and map were requested, and how many of the answers were 304. */
  private void assertAsked(int script, int unchangedScript, int map, int unchangedMap) {
    assertEquals(script, origin.requests("/app.js"), "requests for the script");
    assertEquals(unchangedScript, files.notModified("/app.js"), "of them conditional");
    assertEquals(map, origin.requests("/app.js.map"), "requests for the map");
    assertEquals(unchangedMap, files.notModified("/app.js.map"), "of them conditional");
  }

  @Test
  void staleScriptWithoutAMapIsRequestedConditionally() {
    script(PLAIN, "max-age=7200");
    ScriptResult first = find();
    assertEquals(ScriptStatus.NO_SOURCE_MAP, first.status());
    for (int period = 1; period <= 3; period++) {
      clock.pass(HOUR);
      assertEquals(first, find());
      clock.pass(HOUR.minus(MOMENT));
      assertEquals(first, find());
      assertAsked(period, period - 1, 0, 0);
      clock.pass(MOMENT);
      assertEquals(first, find());
      assertAsked(period + 1, period, 0, 0);
    }
  }

  @Test
  void immutableScriptWithoutAMapIsNotRequestedForWeeks() {
    script(PLAIN, "max-age=31536000, immutable");
    assertFinds("no-source-map");
    clock.pass(Duration.ofDays(30).minus(MOMENT));
    assertFinds("no-source-map");
    assertAsked(1, 0, 0, 0);
    clock.pass(MOMENT);
    assertFinds("no-source-map");
    assertAsked(2, 1, 0, 0);
  }

  @Test
  void missLastsForItsTimeToLiveAtLeast() {
    script(PLAIN, "no-cache");
    assertFinds("no-source-map");
    clock.pass(MINUTE.multipliedBy(2).minus(MOMENT));
    assertFinds("no-source-map");
    assertAsked(1, 0, 0, 0);
    clock.pass(MOMENT);
    assertFinds("no-source-map");
    assertAsked(2, 1, 0, 0);
  }

  @Test
  void scriptThatHasAMapByNowIsLoaded() {
    script(PLAIN, "max-age=7200");
    assertFinds("no-source-map");
    files.serve("/app.js", "v1").cacheControl("/app.js.map", "max-age=7200");
    clock.pass(HOUR.multipliedBy(2));
    assertFinds("v1");
    assertAsked(2, 0, 1, 0);
    clock.pass(HOUR);
    assertFinds("v1");
    assertAsked(2, 0, 1, 0);
  }

  @Test
  void confirmationThatNamesAMapBringsThatMap() {
    script(PLAIN, "no-cache");
    assertFinds("no-source-map");
    origin.handle(
        "/app.js",
        request -> {
          boolean known = request.getHeader("if-none-match") != null;
          request.response().putHeader("SourceMap", "app.js.map").setStatusCode(known ? 304 : 200);
          request.response().end(known ? "" : PLAIN);
        });
    files.map("/app.js", "v1");
    clock.pass(HOUR);
    assertFinds("v1");
  }

  @Test
  void staleMalformedMapIsRequestedConditionally() {
    script(LINKED, "max-age=10800");
    map("{\"version\":3", "max-age=3600");
    ScriptResult first = find();
    assertEquals(ScriptStatus.MALFORMED, first.status());
    clock.pass(HOUR.minus(MOMENT));
    assertEquals(first, find());
    assertAsked(1, 0, 1, 0);
    clock.pass(MOMENT);
    assertEquals(first, find());
    assertAsked(1, 0, 2, 1);
    clock.pass(HOUR.multipliedBy(2));
    assertEquals(first, find());
    assertAsked(2, 1, 3, 2);

    files.map("/app.js", "v1");
    clock.pass(HOUR);
    assertFinds("v1");
  }

  /** The origin sends no ETags, so the service fetches the whole file and compares its content. */
  @Test
  void unchangedScriptWithoutAnETagIsNotLoadedAgain() {
    origin.handle(
        "/app.js",
        request -> request.response().putHeader("cache-control", "max-age=3600").end(LINKED));
    map("{\"version\":3", "max-age=86400");
    assertFinds("malformed");
    clock.pass(HOUR);
    assertFinds("malformed");
    assertAsked(2, 0, 1, 0);
  }

  @Test
  void missingMapIsRequestedWithoutItsScript() {
    script(LINKED, "max-age=3600");
    ScriptResult first = find();
    assertEquals(ScriptStatus.NOT_FOUND, first.status());
    clock.pass(MINUTE.multipliedBy(2).minus(MOMENT));
    assertEquals(first, find());
    assertAsked(1, 0, 1, 0);
    clock.pass(MOMENT);
    assertEquals(first, find());
    assertAsked(1, 0, 2, 0);
    clock.pass(HOUR);
    assertEquals(first, find());
    assertAsked(2, 1, 3, 0);

    files.map("/app.js", "v1");
    clock.pass(MINUTE.multipliedBy(2));
    assertFinds("v1");
    assertAsked(3, 1, 4, 0);
  }

  @Test
  void mismatchedFilesAreRequestedAgainWhileFresh() {
    String map = ScriptFiles.mapOf("v1").replace("{\"version", "{\"debugId\":\"%s\",\"version");
    script("f();\n//# debugId=" + ID + "1\n//# sourceMappingURL=app.js.map", "max-age=86400");
    map(map.formatted(ID + "2"), "max-age=86400");
    assertFinds("mismatch");
    assertAsked(1, 0, 1, 0);
    clock.pass(MINUTE.multipliedBy(2));
    assertFinds("mismatch");
    assertAsked(2, 1, 2, 1);

    map(map.formatted(ID + "1"), "max-age=86400");
    clock.pass(MINUTE.multipliedBy(2));
    assertFinds("v1");
    assertAsked(4, 2, 3, 1);
  }

  @Test
  void failureOfTheOriginIsReported() {
    script(PLAIN, "max-age=3600");
    assertFinds("no-source-map");
    files.fail("/app.js", 503);
    clock.pass(HOUR);
    assertEquals(true, find().report().isPassing());
    assertFinds("unreachable");
  }

  @Test
  void scriptThatIsGoneIsReported() {
    script(PLAIN, "max-age=3600");
    assertFinds("no-source-map");
    files.fail("/app.js", 404);
    clock.pass(HOUR);
    assertFinds("not-found");
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Serves immutable files behind redirects that change. */
class RedirectFreshnessTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String FIRST = "/app.3f9c2b1a.js";
  private static final String SECOND = "/app.4a0d3c2b.js";

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private final TestOrigin origin = TestOrigin.start();
  private final ScriptFiles files =
      new ScriptFiles(origin).serve(FIRST, "v1").serve(SECOND, "v2").serve("/app.js", "v1");
  private TestScripts instance;

  @AfterEach
  void stop() {
    instance.close();
    origin.close();
  }

  private void start() {
    instance = TestScripts.over(directory, clock);
  }

  private void redirect(String path, int status, String cacheControl, String location) {
    origin.handle(
        path,
        request -> {
          request.response().setStatusCode(status).putHeader("location", location);
          if (!cacheControl.isEmpty()) {
            request.response().putHeader("cache-control", cacheControl);
          }
          request.response().end();
        });
  }

  private String version(String path) {
    return ScriptFiles.version(instance.find(origin.url(path)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-store", "no-cache", "max-age=60, stale-while-revalidate=0"})
  void scriptIsFreshNoLongerThanItsRedirect(String cacheControl) {
    start();
    redirect("/latest.js", 302, cacheControl, FIRST);
    assertEquals("v1", version("/latest.js"));
    redirect("/latest.js", 302, cacheControl, SECOND);
    clock.pass(MINUTE.minusMillis(1));
    assertEquals("v1", version("/latest.js"));
    assertEquals(1, origin.requests("/latest.js"));
    clock.pass(Duration.ofMillis(1));
    assertEquals("v2", version("/latest.js"));
  }

  /** Such a redirect is fresh for the minute of symbolicator.cache.min-fresh. */
  @ParameterizedTest
  @ValueSource(ints = {302, 303, 307})
  void temporaryRedirectWithoutALifetimeIsRequestedAgainSoon(int status) {
    start();
    redirect("/latest.js", status, "", FIRST);
    assertEquals("v1", version("/latest.js"));
    redirect("/latest.js", status, "", SECOND);
    clock.pass(MINUTE);
    assertEquals("v1", version("/latest.js"), "while it is asked");
    Await.until(() -> version("/latest.js").equals("v2"));
  }

  @Test
  void everyRedirectLimitsFreshness() {
    start();
    redirect("/latest.js", 302, "no-cache", "/next.js");
    redirect("/next.js", 301, "immutable", FIRST);
    assertEquals("v1", version("/latest.js"));
    redirect("/latest.js", 302, "no-cache", SECOND);
    clock.pass(HOUR);
    assertEquals("v2", version("/latest.js"));
  }

  @Test
  void immutableRedirectIsNotRequestedAgain() {
    start();
    redirect("/latest.js", 302, "max-age=31536000, immutable", FIRST);
    assertEquals("v1", version("/latest.js"));
    clock.pass(Duration.ofDays(30).minusMillis(1));
    assertEquals("v1", version("/latest.js"));
    assertEquals(3, origin.requests());
  }

  /** After the check the script is fresh for the redirect's lifetime again, and no longer. */
  @Test
  void unchangedRedirectCausesNoReload() {
    start();
    redirect("/latest.js", 302, "max-age=3600, must-revalidate", FIRST);
    assertEquals("v1", version("/latest.js"));
    for (int hour = 1; hour <= 3; hour++) {
      clock.pass(HOUR.minusMillis(1));
      assertEquals("v1", version("/latest.js"));
      assertEquals(hour, origin.requests("/latest.js"));
      clock.pass(Duration.ofMillis(1));
      assertEquals("v1", version("/latest.js"));
      assertEquals(hour + 1, origin.requests("/latest.js"));
      assertEquals(hour, files.notModified(FIRST));
    }
    assertEquals(1, instance.tables("compiled"));
  }

  @Test
  void mapIsFreshNoLongerThanItsRedirect() {
    start();
    files.cacheControl("/app.js", "immutable");
    redirect("/app.js.map", 302, "no-cache", FIRST + ".map");
    assertEquals("v1", version("/app.js"));
    clock.pass(HOUR);
    assertEquals("v1", version("/app.js"));
    assertEquals(
        1,
        files.notModified(FIRST + ".map"),
        "the map is requested from the URL that the script names");
    redirect("/app.js.map", 302, "no-cache", SECOND + ".map");
    clock.pass(HOUR);
    assertEquals("v2", version("/app.js"));
  }

  @ParameterizedTest
  @CsvSource({"no-store,0", "private,0", "no-cache,1"})
  void redirectDecidesWhetherItsScriptIsStored(String cacheControl, int fromDisk) {
    start();
    redirect("/latest.js", 302, cacheControl, FIRST);
    assertEquals("v1", version("/latest.js"));
    instance.close();
    start();
    assertEquals("v1", version("/latest.js"));
    assertEquals(fromDisk, instance.tables("disk"));
  }
}

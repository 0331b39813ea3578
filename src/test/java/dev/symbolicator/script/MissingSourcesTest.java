package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles tables while sources cannot be fetched. Such a table is provisional. */
class MissingSourcesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String LACKING = "Some original sources could not be fetched yet.";

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin origin;
  private ScriptFiles files;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    files = new ScriptFiles(origin).serve("/app.js", "v1");
    files.cacheControl("/app.js", "max-age=86400").cacheControl("/app.js.map", "max-age=86400");
    origin.serve("/other.ts", "text/plain", "other()");
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private TestScripts instance(String... more) {
    Stream<String> settings =
        Stream.of(
            "limits.fetch.retryDelay", "1ms",
            "limits.fetch.breakerFailures", "1000",
            "symbolicator.sources.fetch", "true");
    return TestScripts.over(
        directory, clock, Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
  }

  private boolean isProvisional(TestScripts instance) {
    ScriptResult result = instance.find(origin.url("/app.js"));
    assertEquals("v1", ScriptFiles.version(result));
    assertEquals(result.detail().contains(LACKING), result.report().isPassing());
    return result.report().isPassing();
  }

  /** Missing sources are requested again, and the table with these sources is final. */
  @Test
  void scriptThatLacksSourcesIsCompiledAgainSoonAndNotStored() {
    files.fail("/v1.ts", 503);
    try (TestScripts instance = instance()) {
      assertTrue(isProvisional(instance));
      assertEquals(1, instance.tables("compiled"));
      try (TestScripts second = instance()) {
        assertTrue(isProvisional(second));
        assertEquals(1, second.tables("compiled"), "nothing was kept on disk");
      }
      clock.pass(MINUTE.minusMillis(1));
      assertTrue(isProvisional(instance));
      assertEquals(1, instance.tables("compiled"));

      origin.serve("/v1.ts", "text/plain", "f()");
      clock.pass(Duration.ofMillis(1));
      assertTrue(isProvisional(instance), "the provisional table is used meanwhile");
      Await.until(() -> !isProvisional(instance));
      assertEquals(2, instance.tables("compiled"));
    }
    int before = origin.requests();
    try (TestScripts restarted = instance()) {
      assertEquals(false, isProvisional(restarted));
      assertEquals(1, restarted.tables("disk"));
      assertEquals(before, origin.requests());
    }
  }

  @Test
  void scriptIsProvisionalWithoutSourcesThatAreLate() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    origin.handle(
        "/v1.ts", request -> request.connection().closeHandler(end -> closed.complete(null)));
    try (TestScripts instance = instance("limits.source.timeout", "2s")) {
      assertTrue(isProvisional(instance));
      Await.value(closed);
    }
    origin.serve("/v1.ts", "text/plain", "f()");
    try (TestScripts restarted = instance()) {
      assertEquals(false, isProvisional(restarted));
      assertEquals(0, restarted.tables("disk"), "nothing was kept on disk");
    }
  }

  @Test
  void pausesBetweenTriesForMissingSourcesGrow() {
    files.fail("/v1.ts", 503);
    try (TestScripts instance = instance()) {
      isProvisional(instance);
      for (int round = 1; round <= 4; round++) {
        clock.pass(MINUTE.multipliedBy(1L << (round - 1)).minusMillis(1));
        isProvisional(instance);
        assertEquals(round, instance.tables("compiled"));
        clock.pass(Duration.ofMillis(1));
        isProvisional(instance);
        renewed(instance);
        assertEquals(round + 1, instance.tables("compiled"));
        assertEquals(round + 1, origin.requests("/app.js"));
        assertEquals(round + 1, origin.requests("/app.js.map"));
      }
    }
  }

  private ScriptResult renewed(TestScripts instance) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    return Await.value(instance.scripts().findRenewed(ScriptRefs.of(url)));
  }

  @Test
  void tableWithoutASourceThatIsGoneIsFinal() {
    try (TestScripts instance = instance()) {
      assertEquals(false, isProvisional(instance));
    }
    try (TestScripts restarted = instance()) {
      assertEquals(false, isProvisional(restarted));
      assertEquals(1, restarted.tables("disk"));
    }
  }

  @Test
  void provisionalTableOutlivesAFailureOfItsOrigin() {
    files.fail("/v1.ts", 503);
    try (TestScripts instance = instance()) {
      isProvisional(instance);
      clock.pass(MINUTE);
      files.fail("/app.js", 503);
      isProvisional(instance);
      assertEquals(ScriptStatus.UNREACHABLE, renewed(instance).status());
      assertTrue(isProvisional(instance));
    }
  }
}

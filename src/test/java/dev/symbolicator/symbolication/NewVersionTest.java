package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.places.TestPlaces;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deploys new versions of a script under its URL. The first profile of the new version arrives
 * while the old version's table is stale or fresh, in memory or on disk. The profile waits for the
 * new table, and so does a deployment hook.
 */
class NewVersionTest {
  private static final String NAMED = "function f(){}\n//# sourceMappingURL=app.js.map";
  private static final int FRAMES = 6;

  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private final AtomicInteger notModified = new AtomicInteger();
  private volatile boolean isFreshForLong;
  private TestOrigin origin;
  private TestScripts scripts;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    scripts = instance();
  }

  @AfterEach
  void stop() {
    scripts.close();
    origin.close();
  }

  private TestScripts instance(String... more) {
    return TestScripts.over(directory, clock, more);
  }

  /** The function begins one column further right than in the version before. */
  private void deploy(int version) {
    serve("/app.js", version, ";".repeat(version) + NAMED);
    serve(
        "/app.js.map",
        version,
        "{\"version\":3,\"sources\":[\"v%d.ts\"],\"names\":[],\"mappings\":\"AAAA%s\"}"
            .formatted(version, ",CAAC".repeat(version + NAMED.indexOf('}'))));
  }

  private void serve(String path, int version, String body) {
    String tag = "\"" + version + "\"";
    origin.handle(
        path,
        request -> {
          HttpServerResponse response = request.response().putHeader("etag", tag);
          response.putHeader("content-type", "text/javascript");
          response.putHeader("cache-control", isFreshForLong ? "max-age=600" : "max-age=0");
          if (tag.equals(request.getHeader("if-none-match"))) {
            notModified.incrementAndGet();
            response.setStatusCode(304).end();
          } else {
            response.end(body);
          }
        });
  }

  private SymbolicationResult symbolicate(
      int version, int count, boolean reject, Duration patience) {
    String frame =
        "{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":%d}"
            .formatted(version + NAMED.indexOf('(') + 1);
    List<String> frames = Collections.nCopies(count, frame);
    String profile =
        "{\"frames\":%s,\"resources\":[\"%s\"],\"samples\":[],\"stacks\":[]}"
            .formatted(frames, origin.url("/app.js"));
    SymbolicationConfig config = Settings.of().read(SymbolicationConfig.class);
    return Await.value(
        Symbolicators.of(scripts, config)
            .symbolicate(
                profile.getBytes(StandardCharsets.UTF_8),
                new SymbolicationOptions(true, reject, false, null, false, null, null, false),
                Symbolicators.unlimited(Deadline.in(patience))));
  }

  private int mapped(int version) {
    return mapped(version, FRAMES);
  }

  private int mapped(int version, int frames) {
    SymbolicationResult result = symbolicate(version, frames, true, Duration.ofMinutes(1));
    return ((Symbolicated) result).report().mapped();
  }

  private String warm() {
    SymbolicationConfig config = Settings.of().read(SymbolicationConfig.class);
    ScriptResolver resolver = new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), config);
    return Await.value(
            resolver.warm(
                List.of(new WantedScript(origin.url("/app.js"), null, null)),
                Symbolicators.unlimited(Deadline.in(Duration.ofMinutes(1)))))
        .get(0)
        .status();
  }

  private void restart(String... more) {
    scripts.close();
    scripts = instance(more);
  }

  /** With a cache of one byte, every table is read from disk. */
  @ParameterizedTest
  @ValueSource(strings = {"32M", "1"})
  void profileOfTheNewVersionWaitsForItsTable(String memory) {
    restart("symbolicator.cache.max-size", memory);
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    clock.pass(Duration.ofHours(1));
    deploy(2);
    assertEquals(FRAMES, mapped(2));
    assertEquals(2, origin.requests("/app.js"));
  }

  /** The browser got the new version while this service's copy was fresh. */
  @ParameterizedTest
  @CsvSource({"1, 32M", "4, 32M", "1, 1"})
  void freshScriptIsFetchedAnewForProfileOfTheNewVersion(int frames, String memory) {
    restart("symbolicator.cache.max-size", memory);
    isFreshForLong = true;
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    deploy(2);
    assertEquals(frames, mapped(2, frames));
    assertEquals(2, origin.requests("/app.js"));
    assertEquals(frames, mapped(2, frames));
    assertEquals(2, origin.requests("/app.js"));
  }

  /** The deployment is the old one, and the profile is of a version before or after it. */
  @Test
  void originIsAskedOnceWhetherFreshScriptChanged() {
    isFreshForLong = true;
    deploy(1);
    for (int i = 0; i < 4; i++) {
      assertEquals(0, mapped(2));
      assertEquals(2, origin.requests("/app.js"));
    }
    assertEquals(1, notModified.get());
    assertEquals(FRAMES, mapped(1));
    clock.pass(Duration.ofMinutes(1));
    assertEquals(0, mapped(2));
    assertEquals(3, origin.requests("/app.js"));
    assertEquals(1, origin.requests("/app.js.map"));
  }

  @Test
  void freshScriptStaysIfItsOriginCannotBeAsked() {
    isFreshForLong = true;
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    origin.handle("/app.js", request -> request.connection().close());
    assertEquals(0, mapped(2));
    assertEquals(FRAMES, mapped(1));
  }

  @Test
  void profileOfTheOldVersionDoesNotWait() {
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    clock.pass(Duration.ofHours(1));
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin.handle("/app.js", asked::complete);
    assertEquals(FRAMES, mapped(1));
    Await.value(asked).response().setStatusCode(503).end();
  }

  /** At the deadline, the profile's version is not known. */
  @Test
  void lateScriptIsPending() {
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    clock.pass(Duration.ofHours(1));
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin.handle("/app.js", asked::complete);
    Incomplete incomplete = (Incomplete) symbolicate(2, FRAMES, true, Duration.ofSeconds(2));
    assertEquals(1, incomplete.report().pending());
    deploy(2);
    Await.value(asked).response().setStatusCode(302).putHeader("location", "/app.js").end();
    assertEquals(FRAMES, mapped(2));
  }

  @Test
  void mismatchIsIncompleteWhileTheOriginCannotBeAsked() {
    deploy(1);
    assertEquals(FRAMES, mapped(1));
    clock.pass(Duration.ofHours(1));
    origin.handle("/app.js", request -> request.connection().close());
    for (int i = 0; i < 2; i++) {
      Incomplete incomplete = (Incomplete) symbolicate(2, FRAMES, true, Duration.ofMinutes(1));
      assertEquals(0, incomplete.report().pending());
      assertEquals(FRAMES, mapped(1));
    }
  }

  @Test
  void warmUpWaitsForTheNewVersion() {
    deploy(1);
    assertEquals("found", warm());
    clock.pass(Duration.ofHours(1));
    deploy(2);
    assertEquals("found", warm());
    int requests = origin.requests();
    assertEquals(FRAMES, mapped(2));
    assertEquals(requests, origin.requests());
  }
}

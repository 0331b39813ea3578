package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that scopes share nothing of a script: no memory, no disk, no Redis and no load. */
class ScopesTest {
  @TempDir Path directory;

  private final MovableClock clock = new MovableClock();
  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    new ScriptFiles(origin).serve("/app.js", "v1");
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private CompletableFuture<ScriptResult> begin(TestScripts instance, String scope) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
    return instance.scripts().find(new ScriptRef(scope, url, null, null, null));
  }

  private void find(TestScripts instance, String scope) {
    assertEquals("v1", ScriptFiles.version(Await.value(begin(instance, scope))));
  }

  @Test
  void scriptInMemoryIsOfOneScope() {
    try (TestScripts instance = TestScripts.over(directory, clock)) {
      for (String scope : List.of("shop", "shop", "news", "news", "shop")) {
        find(instance, scope);
      }
      assertEquals(2, origin.requests("/app.js"));
      assertEquals(2, origin.requests("/app.js.map"));
      assertEquals(2, instance.tables("compiled"));
    }
  }

  @Test
  void loadUnderWayIsOfOneScope() {
    try (TestScripts instance = TestScripts.over(directory, clock)) {
      List<CompletableFuture<ScriptResult>> results =
          Stream.of("shop", "news", "shop", "news").map(scope -> begin(instance, scope)).toList();
      results.forEach(Await::value);
      assertEquals(2, origin.requests("/app.js"));
      assertSame(found(results.get(0)), found(results.get(2)));
      assertNotSame(found(results.get(0)), found(results.get(1)));
    }
  }

  private static Object found(CompletableFuture<ScriptResult> result) {
    return ((ScriptResult.Found) result.join()).symbols();
  }

  @Test
  void scriptOnDiskIsOfOneScope() throws IOException {
    try (TestScripts instance = TestScripts.over(directory, clock)) {
      find(instance, "shop");
    }
    try (TestScripts again = TestScripts.over(directory, clock)) {
      find(again, "shop");
      assertEquals(1, origin.requests("/app.js"));
      find(again, "news");
      assertEquals(2, origin.requests("/app.js"));
    }
    Path folder = directory.resolve("profile-symbolicator");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertTrue(names.containsAll(List.of("news", "shop")), names.toString());
      assertFalse(names.contains(ScriptRef.DEFAULT_SCOPE), names.toString());
    }
  }

  @Test
  void scriptInRedisIsOfOneScope(@TempDir Path other) {
    try (TestRedis redis = TestRedis.start();
        TestScripts first = TestScripts.over(directory, redis, clock);
        TestScripts second = TestScripts.over(other, redis, clock)) {
      find(first, "shop");
      find(second, "shop");
      assertEquals(1, origin.requests("/app.js"));
      find(second, "news");
      assertEquals(2, origin.requests("/app.js"));
    }
  }
}

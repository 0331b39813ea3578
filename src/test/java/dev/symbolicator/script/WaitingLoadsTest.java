package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits the memory of loads whose origins are slow. */
class WaitingLoadsTest {
  private static final int LIMIT = 200 * 1024;

  private final TestOrigin origin = TestOrigin.start();
  private final Queue<HttpServerRequest> asked = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    origin.close();
  }

  private static TestScripts instance(Path folder, MovableClock clock) {
    return TestScripts.over(folder, clock, "limits.script.pendingBytes", Integer.toString(LIMIT));
  }

  private static CompletableFuture<ScriptResult> find(TestScripts instance, String url) {
    return instance.scripts().find(ScriptRefs.of(url));
  }

  private String slow(int script, int length) {
    String path = "/" + script + "a".repeat(length) + ".js";
    origin.handle(path, asked::add);
    return origin.url(path);
  }

  private void answerAll() {
    HttpServerRequest request = asked.poll();
    while (request != null) {
      request.response().setStatusCode(404).end();
      request = asked.poll();
    }
  }

  @Test
  void loadsOfLongUrlsKeepToTheirLimitAndLeaveSomeToOthers(@TempDir Path folder) {
    try (TestOrigin another = TestOrigin.start();
        TestScripts instance = instance(folder, new MovableClock())) {
      List<CompletableFuture<ScriptResult>> results = new ArrayList<>();
      for (int script = 0; script < 50; script++) {
        results.add(find(instance, slow(script, 3500)));
      }
      assertTrue(instance.loading() > LIMIT / 3, "loading: " + instance.loading());
      assertTrue(instance.loading() <= LIMIT / 2, "loading: " + instance.loading());
      List<ScriptResult> refused =
          results.stream().filter(CompletableFuture::isDone).map(Await::value).toList();
      assertTrue(refused.size() > 30, "refused: " + refused.size());
      assertTrue(
          refused.stream().allMatch(result -> result.status() == ScriptStatus.OVERLOADED),
          refused::toString);

      assertEquals(
          "not-found", Await.value(find(instance, another.url("/app.js"))).status().label());

      results.removeIf(CompletableFuture::isDone);
      for (CompletableFuture<ScriptResult> result : results) {
        Await.until(
            () -> {
              answerAll();
              return result.isDone();
            });
        assertEquals(ScriptStatus.NOT_FOUND, Await.value(result).status());
      }
      assertEquals(0, instance.loading());
    }
  }

  @Test
  void waitingCallersAreCharged(@TempDir Path folder) {
    try (TestScripts instance = instance(folder, new MovableClock())) {
      String url = slow(0, 3500);
      CompletableFuture<ScriptResult> first = find(instance, url);
      CompletableFuture<ScriptResult> last = find(instance, url);
      int callers = 2;
      while (!last.isDone() && callers < LIMIT) {
        last = find(instance, url);
        callers++;
      }
      assertEquals(ScriptStatus.OVERLOADED, Await.value(last).status());
      assertTrue(callers > 100, "callers: " + callers);
      Await.until(
          () -> {
            answerAll();
            return first.isDone();
          });
      assertEquals(0, instance.loading());
    }
  }

  /** Stale symbols are used although the limit allows no revalidation. */
  @Test
  void staleSymbolsAreUsedWithoutARevalidationAtTheLimit(@TempDir Path folder) {
    MovableClock clock = new MovableClock();
    try (TestScripts instance = instance(folder, clock)) {
      new ScriptFiles(origin).serve("/app.js", "v1").cacheControl("/app.js", "max-age=60");
      String app = origin.url("/app.js");
      assertEquals("v1", ScriptFiles.version(Await.value(find(instance, app))));
      clock.pass(Duration.ofHours(1));
      int requests = origin.requests("/app.js");
      int script = 0;
      CompletableFuture<ScriptResult> other;
      do {
        other = find(instance, slow(script++, 0));
      } while (!other.isDone());
      assertEquals(ScriptStatus.OVERLOADED, Await.value(other).status());

      CompletableFuture<ScriptResult> renewed = instance.scripts().findRenewed(ScriptRefs.of(app));
      assertEquals("v1", ScriptFiles.version(Await.value(renewed)));
      assertEquals(requests, origin.requests("/app.js"));
    }
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that loads under way at a shutdown log no warning. */
class ShutdownTest {
  @TempDir Path directory;
  private final MovableClock clock = new MovableClock();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          // Warnings of this logger mean a machine that stalls, not a fault of the service.
          boolean ofAStall =
              String.valueOf(record.getLoggerName()).endsWith("BlockedThreadChecker");
          if (record.getLevel().intValue() >= Level.WARNING.intValue() && !ofAStall) {
            complaints.add(record.getLevel() + " " + record.getMessage());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    Logger.getLogger("").removeHandler(handler);
  }

  private TestScripts instance() {
    return TestScripts.over(directory, clock);
  }

  /** The threads stop before the clients, so the origin's answer still arrives. */
  @Test
  void revalidationInTheBackgroundEndsQuietly() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance()) {
      new ScriptFiles(origin).serve("/app.js", "v1");
      assertEquals("v1", ScriptFiles.version(instance.find(origin.url("/app.js"))));
      clock.pass(Duration.ofHours(1));
      CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
      origin.handle("/app.js", asked::complete);
      assertEquals("v1", ScriptFiles.version(instance.find(origin.url("/app.js"))));
      WebUrl url = Objects.requireNonNull(WebUrl.parse(origin.url("/app.js")));
      HttpServerRequest request = Await.value(asked);

      clock.pass(Duration.ofDays(8)); // Now a load waits for the revalidation.
      CompletableFuture<ScriptResult> waiting = instance.scripts().find(ScriptRefs.of(url));
      instance.stopThreads();
      request.response().setStatusCode(304).end();
      assertEquals(ScriptStatus.OVERLOADED, Await.value(waiting).status());
    }
    assertEquals(List.of(), complaints);
  }

  @Test
  void laterLoadIsRefusedQuietly() {
    try (TestOrigin origin = TestOrigin.start();
        TestScripts instance = instance()) {
      new ScriptFiles(origin).serve("/app.js", "v1");
      instance.stopThreads();
      assertEquals(ScriptStatus.OVERLOADED, instance.find(origin.url("/app.js")).status());
    }
    assertEquals(List.of(), complaints);
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestRedis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which parts of URLs are stored in files and in Redis. */
class StoredSecretsTest {
  private static final String CANARY = "canary7d1f";

  private final TestRedis redis = TestRedis.start();
  @TempDir Path directory;
  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    new ScriptFiles(origin).serve("/app.js", "v1");
  }

  @AfterEach
  void stop() {
    origin.close();
    redis.close();
  }

  private TestScripts instance() {
    return TestScripts.over(directory, redis, new MovableClock());
  }

  private void find(String path) {
    for (String tier : new String[] {"compiled", "disk"}) {
      try (TestScripts instance = instance()) {
        assertEquals("v1", ScriptFiles.version(instance.find(origin.url(path))));
        assertEquals(1, instance.tables(tier));
        Await.until(() -> redis.dump().contains("app.js.map")); // written after the answer
      }
    }
  }

  private String onDisk() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        all.append(directory.relativize(file)).append('\n');
        if (Files.isRegularFile(file)) {
          all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return all.toString();
  }

  @Test
  void queryOfAScriptIsNotStored() throws IOException {
    find("/app.js?token=" + CANARY);
    assertTrue(onDisk().contains("app.js.map"));
    assertFalse(onDisk().contains(CANARY));
    assertTrue(redis.dump().contains("app.js.map"));
    assertFalse(redis.dump().contains(CANARY));
  }

  /** A revalidation requests these URLs again, so records need them. */
  @Test
  void redirectTargetAndMapUrlAreStoredInRecordsAlone() throws IOException {
    origin
        .redirect("/to.js", "/moved.js?to=" + CANARY)
        .serve("/moved.js", "text/javascript", "f();//# sourceMappingURL=app.js.map?map=" + CANARY);
    find("/to.js?from=" + CANARY);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(file.toString().contains(CANARY));
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        boolean record = file.toString().endsWith(".record");
        assertEquals(record, content.contains("?to=" + CANARY), content);
        assertEquals(record, content.contains("?map=" + CANARY), content);
        assertFalse(content.contains("?from="), content);
      }
    }
  }
}

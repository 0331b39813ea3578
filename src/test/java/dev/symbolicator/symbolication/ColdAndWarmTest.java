package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestRedis;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One profile, one answer, byte for byte, wherever the symbols come from. */
class ColdAndWarmTest {
  private final MovableClock clock = new MovableClock();
  @TempDir Path disk;
  @TempDir Path otherDisk;

  private TestScripts instance(TestRedis redis, Path directory) {
    return TestScripts.over(directory, redis, clock);
  }

  @Test
  void everyTierGivesTheSameAnswer() throws IOException {
    try (TestRedis redis = TestRedis.start();
        TestOrigin origin = TestOrigin.start()) {
      Map<String, ObjectNode> traces = new LinkedHashMap<>();
      for (RecordedCase recorded : RecordedCase.own()) {
        traces.put(recorded.name(), recorded.serveFrom(origin).trace(origin));
      }
      Map<String, byte[]> cold;
      int compiled;
      try (TestScripts first = instance(redis, disk)) {
        cold = answers(first, traces);
        compiled = first.tables("compiled");
        assertTrue(compiled > 0);
        assertSame(cold, answers(first, traces));
        assertEquals(compiled, first.tables("compiled"));
        Await.until(() -> !redis.ask("KEYS *").contains(":lease:")); // all is written
      }
      int requests = origin.requests();
      try (TestScripts restarted = instance(redis, disk)) {
        assertSame(cold, answers(restarted, traces));
        assertEquals(compiled, restarted.tables("disk"));
        assertEquals(0, restarted.tables("compiled"));
      }
      try (TestScripts replica = instance(redis, otherDisk)) {
        assertSame(cold, answers(replica, traces));
        assertEquals(compiled, replica.tables("shared"));
        assertEquals(0, replica.tables("compiled"));
      }
      assertEquals(requests, origin.requests());
    }
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
    expected.forEach((name, answer) -> assertArrayEquals(answer, actual.get(name), name));
  }

  private static Map<String, byte[]> answers(TestScripts instance, Map<String, ObjectNode> traces)
      throws IOException {
    SymbolicationConfig config = Settings.of().read(SymbolicationConfig.class);
    Symbolicator symbolicator = Symbolicators.of(instance, config);
    Map<String, byte[]> answers = new LinkedHashMap<>();
    for (Map.Entry<String, ObjectNode> trace : traces.entrySet()) {
      byte[] body = trace.getValue().toString().getBytes(StandardCharsets.UTF_8);
      Symbolicated answer =
          (Symbolicated)
              Await.value(
                  symbolicator.symbolicate(
                      body,
                      new SymbolicationOptions(true, false, false),
                      bytes -> true,
                      Deadline.in(config.deadline())));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      answer.profile().writeTo(out);
      answers.put(trace.getKey(), out.toByteArray());
    }
    return answers;
  }
}

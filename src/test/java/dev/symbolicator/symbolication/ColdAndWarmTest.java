package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
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
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile gets the same answer and report, byte for byte, wherever its symbols come from. */
class ColdAndWarmTest {
  private static final String V8 = " as V8 would";
  private static final String QUALIFIED = " qualified";

  private static final Map<String, SymbolicationOptions> OPTIONS =
      Map.of(
          V8,
          new SymbolicationOptions(false, false, false, null, false, null, null, false),
          V8 + ", with a report",
          new SymbolicationOptions(true, false, false, null, false, null, null, false),
          QUALIFIED,
          new SymbolicationOptions(false, false, true, null, false, null, null, false),
          QUALIFIED + ", with a report",
          new SymbolicationOptions(true, false, true, null, false, null, null, false));

  private final TestRedis redis = TestRedis.start();
  private final MovableClock clock = new MovableClock();
  private final Map<String, ObjectNode> traces = new LinkedHashMap<>();
  @TempDir Path disk;
  @TempDir Path otherDisk;
  private TestOrigin origin;

  @BeforeEach
  void serve() {
    origin = TestOrigin.start();
    for (RecordedCase recorded : RecordedCase.own()) {
      traces.put(recorded.name(), recorded.serveFrom(origin).trace(origin));
    }
  }

  @AfterEach
  void stop() {
    origin.close();
    redis.close();
  }

  private TestScripts instance(Path directory) {
    return TestScripts.over(directory, redis, clock);
  }

  /** Returns the answers of an instance that knows no script; the instance fills disk and Redis. */
  private Map<String, byte[]> cold() throws IOException {
    try (TestScripts first = instance(disk)) {
      Map<String, byte[]> cold = answers(first);
      Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
      return cold;
    }
  }

  @Test
  void everyTierGivesTheSameAnswer() throws IOException {
    Map<String, byte[]> cold;
    int compiled;
    try (TestScripts first = instance(disk)) {
      cold = answers(first);
      compiled = first.tables("compiled");
      assertTrue(compiled > 0);
      assertSame(cold, answers(first));
      assertEquals(compiled, first.tables("compiled"));
      Await.until(() -> !redis.ask("KEYS *").contains(":lock:")); // everything is written
    }
    int requests = origin.requests();
    try (TestScripts restarted = instance(disk)) {
      assertSame(cold, answers(restarted));
      assertEquals(compiled, restarted.tables("disk"));
      assertEquals(0, restarted.tables("compiled"));
    }
    try (TestScripts replica = instance(otherDisk)) {
      assertSame(cold, answers(replica));
      assertEquals(compiled, replica.tables("shared"));
      assertEquals(0, replica.tables("compiled"));
    }
    assertEquals(requests, origin.requests());
  }

  @Test
  void optionsMakeADifference() throws IOException {
    Map<String, byte[]> cold = cold();
    assertTrue(
        traces.keySet().stream()
            .anyMatch(name -> !Arrays.equals(cold.get(name + V8), cold.get(name + QUALIFIED))));
    for (String name : traces.keySet()) {
      assertTrue(text(cold, name + V8 + ", with a report").contains("\"symbolication\":{"), name);
      assertFalse(text(cold, name + V8).contains("\"symbolication\":{"), name);
    }
  }

  @Test
  void scriptsThatMemoryDroppedAreAnsweredTheSame() throws IOException {
    Map<String, byte[]> cold = cold();
    try (TestScripts forgetful =
        TestScripts.over(disk, clock, "symbolicator.cache.max-scripts", "1")) {
      assertSame(cold, answers(forgetful));
      int read = forgetful.tables("disk");
      assertSame(cold, answers(forgetful));
      assertTrue(forgetful.tables("disk") > read);
      assertEquals(0, forgetful.tables("compiled"));
    }
  }

  @Test
  void staleScriptsAreAnsweredTheSame() throws IOException {
    Map<String, byte[]> cold = cold();
    try (TestScripts restarted = instance(disk)) {
      assertSame(cold, answers(restarted));
      int requests = origin.requests();
      clock.pass(Duration.ofHours(1));
      assertSame(cold, answers(restarted));
      Await.until(() -> origin.requests() > requests); // revalidates
    }
    clock.pass(Duration.ofHours(1));
    try (TestScripts late = instance(disk)) {
      assertSame(cold, answers(late));
    }
  }

  @Test
  void staleScriptsAreAnsweredTheSameWhileTheirOriginIsDown() throws IOException {
    Map<String, byte[]> cold = cold();
    origin.close();
    clock.pass(Duration.ofHours(1));
    try (TestScripts late = instance(disk)) {
      assertSame(cold, answers(late));
      assertSame(cold, answers(late));
    }
    try (TestScripts replica = instance(otherDisk)) {
      assertSame(cold, answers(replica));
    }
  }

  /** Failed scripts are remembered for a while, in memory only. */
  @Test
  void lastingFailuresAreAnsweredTheSame() throws IOException {
    traces.clear();
    origin
        .serve("/plain.js", "text/javascript", "f()")
        .serve("/malformed.js", "text/javascript", "f()//# sourceMappingURL=malformed.map")
        .serve("/malformed.map", "application/json", "{\"version\":3,\"mappings\":")
        .serve("/mapless.js", "text/javascript", "f()//# sourceMappingURL=gone.map")
        .serve("/page.js", "text/html", "<p>")
        .handle("/forbidden.js", request -> request.response().setStatusCode(403).end())
        .redirect("/circle.js", "/circle.js");
    traces.put(
        "failures",
        trace(
            List.of(
                origin.url("/gone.js"),
                origin.url("/plain.js"),
                origin.url("/malformed.js"),
                origin.url("/mapless.js"),
                origin.url("/page.js"),
                origin.url("/forbidden.js"),
                origin.url("/circle.js"),
                "data:text/javascript,f()",
                "http://169.254.169.254/app.js",
                "blob:x")));
    Map<String, byte[]> cold;
    try (TestScripts first = instance(disk)) {
      cold = answers(first);
      int requests = origin.requests();
      assertSame(cold, answers(first));
      assertEquals(requests, origin.requests());
      clock.pass(Duration.ofHours(1));
      assertSame(cold, answers(first));
    }
    try (TestScripts restarted = instance(disk)) {
      assertSame(cold, answers(restarted));
    }
    String report = text(cold, "failures" + V8 + ", with a report");
    for (String status : List.of("not-found", "no-source-map", "malformed", "not-a-script")) {
      assertTrue(report.contains("\"status\":\"" + status + "\""), report);
    }
  }

  private static ObjectNode trace(List<String> scripts) {
    ObjectNode trace = JsonNodeFactory.instance.objectNode();
    ArrayNode frames = trace.putArray("frames");
    ArrayNode resources = trace.putArray("resources");
    for (String script : scripts) {
      frames
          .addObject()
          .put("name", "f")
          .put("line", 1)
          .put("column", 1)
          .put("resourceId", resources.size());
      resources.add(script);
    }
    trace.putArray("stacks");
    trace.putArray("samples");
    return trace;
  }

  private static String text(Map<String, byte[]> answers, String name) {
    return new String(answers.get(name), StandardCharsets.UTF_8);
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
    assertEquals(expected.keySet(), actual.keySet());
    expected.forEach((name, answer) -> assertArrayEquals(answer, actual.get(name), name));
  }

  private Map<String, byte[]> answers(TestScripts instance) throws IOException {
    SymbolicationConfig config = Settings.of().read(SymbolicationConfig.class);
    Symbolicator symbolicator = Symbolicators.of(instance, config);
    Map<String, byte[]> answers = new LinkedHashMap<>();
    for (Map.Entry<String, ObjectNode> trace : traces.entrySet()) {
      for (Map.Entry<String, SymbolicationOptions> options : OPTIONS.entrySet()) {
        byte[] body = trace.getValue().toString().getBytes(StandardCharsets.UTF_8);
        Symbolicated answer =
            (Symbolicated)
                Await.value(
                    symbolicator.symbolicate(
                        body,
                        options.getValue(),
                        Symbolicators.unlimited(Deadline.in(config.deadline()))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        answer.profile().writeTo(out);
        answers.put(trace.getKey() + options.getKey(), out.toByteArray());
      }
    }
    return answers;
  }
}

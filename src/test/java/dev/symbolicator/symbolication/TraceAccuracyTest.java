package dev.symbolicator.symbolication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.profile.trace.PermittedChanges;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Symbolicates performance traces of a small app, and compares each function and each call with the
 * text of the original source. All other values must stay.
 */
class TraceAccuracyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FORMATS = Path.of("../shared/formats");
  private static final String RECORDED = "http://127.0.0.1:36595/assets/";

  @TempDir private Path directory;
  private TestOrigin origin;
  private TestScripts scripts;
  private final Map<Integer, JsonNode> functions = new HashMap<>();
  private final Map<Integer, JsonNode> calls = new HashMap<>();
  private final Map<String, Integer> changes = new TreeMap<>();

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Files.isDirectory(FORMATS), "../shared/formats is absent");
    origin = TestOrigin.start();
    for (String name : List.of("app.min.js", "app.min.js.map")) {
      origin.serve("/assets/" + name, "text/javascript", Files.readString(FORMATS.resolve(name)));
    }
    scripts = TestScripts.over(directory, new MovableClock());
    JsonNode truth = JSON.readTree(FORMATS.resolve("truth.json").toFile());
    for (JsonNode function : truth.get("functions")) {
      functions.put(function.at("/generated/column0").asInt(), function.get("expected"));
    }
    for (JsonNode call : truth.get("calls")) {
      calls.put(call.at("/generated/column1").asInt(), call.get("expected"));
    }
  }

  @AfterEach
  void close() {
    if (origin != null) {
      scripts.close();
      origin.close();
    }
  }

  private String recorded(String name) throws IOException {
    return Files.readString(FORMATS.resolve("chrome").resolve(name))
        .replace(RECORDED, origin.url("/assets/"));
  }

  private JsonNode symbolicated(String trace) throws IOException {
    String written = TraceRun.of(scripts, trace).written();
    changes.putAll(PermittedChanges.of(trace.getBytes(UTF_8), written.getBytes(UTF_8)));
    return JSON.readTree(written);
  }

  private String source(JsonNode expected) {
    return URI.create(origin.url("/assets/app.min.js.map"))
        .resolve(expected.get("source").asText())
        .toString();
  }

  private void assertPlace(JsonNode expected, String line, String column, JsonNode at, int base) {
    assertEquals(source(expected), at.get("url").asText());
    assertEquals(expected.get(line).asInt() - 1 + base, at.get("lineNumber").asInt());
    assertEquals(expected.get(column).asInt() - 1 + base, at.get("columnNumber").asInt());
  }

  private boolean isRight(JsonNode before, JsonNode after, int base) {
    JsonNode expected = functions.get(before.path("columnNumber").asInt() - base);
    if (expected == null || !before.path("url").asText().contains("app.min.js")) {
      return false;
    }
    assertPlace(expected, "startLine1", "startColumn1", after, base);
    assertEquals(expected.get("name").asText(), after.get("functionName").asText());
    return true;
  }

  private void assertRecordedTrace(String body, int expectedFunctions) throws IOException {
    JsonNode before = JSON.readTree(body).get("traceEvents");
    JsonNode after = symbolicated(body).get("traceEvents");
    Set<Integer> seen = new HashSet<>();
    Set<Integer> seenCalls = new HashSet<>();
    for (int i = 0; i < before.size(); i++) {
      JsonNode data = before.get(i).at("/args/data");
      JsonNode mapped = after.get(i).at("/args/data");
      for (int n = 0; n < data.at("/cpuProfile/nodes").size(); n++) {
        JsonNode frame = data.at("/cpuProfile/nodes/" + n + "/callFrame");
        if (isRight(frame, mapped.at("/cpuProfile/nodes/" + n + "/callFrame"), 0)) {
          seen.add(frame.get("columnNumber").asInt());
        }
      }
      for (int n = 0; n < data.path("stackTrace").size(); n++) {
        JsonNode frame = data.at("/stackTrace/" + n);
        JsonNode expected = calls.get(frame.path("columnNumber").asInt());
        if (expected != null) {
          assertPlace(expected, "line1", "column1", mapped.at("/stackTrace/" + n), 1);
          seenCalls.add(frame.get("columnNumber").asInt());
        }
      }
    }
    assertEquals(expectedFunctions, seen.size(), seen::toString);
    assertEquals(3, seenCalls.size(), seenCalls::toString);
    assertTrue(changes.containsKey("/traceEvents/args/data/columns"), changes::toString);
  }

  @Test
  void recordedTraceShowsTheOriginalFunctions() throws IOException {
    assertRecordedTrace(recorded("app.trace.json"), 13);
  }

  @Test
  void recordedTraceWithSourcesShowsTheOriginalFunctions() throws IOException {
    assertRecordedTrace(recorded("app-sources.trace.json"), 10);
  }

  @Test
  void enhancedTraceNeedsNoFetch() throws IOException {
    String map = Files.readString(FORMATS.resolve("app.min.js.map"));
    String enhanced =
        recorded("app-sources.trace.json")
            .replace(
                "\"metadata\":{",
                "\"metadata\":{\"sourceMaps\":[{\"url\":\"%s\",\"sourceMapUrl\":\"%s\",\"sourceMap\":%s}],"
                    .formatted(
                        origin.url("/assets/app.min.js?v=1"),
                        origin.url("/assets/app.min.js.map"),
                        map));
    assertRecordedTrace(enhanced, 10);
    assertEquals(0, origin.requests("/assets/app.min.js"));
    assertEquals(0, origin.requests("/assets/app.min.js.map"));
  }

  /** The recorded traces have a part of the app's functions only. */
  @Test
  void eachFunctionAndCallOfTheAppIsRight() throws IOException {
    String url = origin.url("/assets/app.min.js");
    ArrayNode events = JSON.createArrayNode();
    ArrayNode nodes =
        event(events, "ProfileChunk").putObject("data").putObject("cpuProfile").putArray("nodes");
    JSON.readTree(FORMATS.resolve("truth.json").toFile())
        .get("functions")
        .forEach(
            function -> {
              String name = function.at("/generated/name").asText();
              int column = function.at("/generated/column0").asInt();
              frame(nodes.addObject().putObject("callFrame"), name, url, 0, column);
              frame(event(events, "FunctionCall").putObject("data"), name, url, 1, column + 1);
            });
    ArrayNode stack = event(events, "Layout").putObject("beginData").putArray("stackTrace");
    calls.keySet().forEach(column -> frame(stack.addObject(), "", url, 1, column));
    JsonNode trace = JSON.createObjectNode().set("traceEvents", events);
    JsonNode after = symbolicated(trace.toString()).get("traceEvents");
    int right = 0;
    for (int i = 0; i < nodes.size(); i++) {
      JsonNode node = nodes.get(i).get("callFrame");
      right +=
          isRight(node, after.at("/0/args/data/cpuProfile/nodes/" + i + "/callFrame"), 0) ? 1 : 0;
      JsonNode call = events.at("/" + (i + 1) + "/args/data");
      right += isRight(call, after.at("/" + (i + 1) + "/args/data"), 1) ? 1 : 0;
    }
    assertEquals(2 * 24, right);
    for (int i = 0; i < stack.size(); i++) {
      assertPlace(
          calls.get(stack.get(i).get("columnNumber").asInt()),
          "line1",
          "column1",
          after.at("/" + (after.size() - 1) + "/args/beginData/stackTrace/" + i),
          1);
    }
  }

  private static ObjectNode event(ArrayNode events, String name) {
    return events.addObject().put("name", name).put("ph", "P").put("pid", 1).putObject("args");
  }

  private static void frame(ObjectNode frame, String name, String url, int line, int column) {
    frame
        .put("functionName", name)
        .put("scriptId", 3)
        .put("url", url)
        .put("lineNumber", line)
        .put("columnNumber", column);
  }
}

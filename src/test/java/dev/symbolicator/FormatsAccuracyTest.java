package dev.symbolicator;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.profile.heap.SnapshotView;
import dev.symbolicator.testing.AppNames;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Symbolicates profiles of one run of a small app, which V8 wrote in each of its formats, and
 * compares each function with the text of the original source.
 */
@QuarkusTest
@Tag("service")
class FormatsAccuracyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FORMATS = Path.of("../shared/formats");
  private static final String RECORDED = "http://127.0.0.1:36595/assets/";

  /** A function in a profile, with 0-based numbers, of a script or an original source. */
  private record Row(String name, String url, int line, int column) {}

  @BeforeEach
  void needsTheRecordedProfiles() {
    assumeTrue(Files.isDirectory(FORMATS), "../shared/formats is absent");
  }

  @Test
  void cpuProfileShowsTheOriginalFunctions() throws IOException {
    assertRight("app.cpuprofile", 9, file -> callFrames(file.get("nodes")));
  }

  @Test
  void heapProfileShowsTheOriginalFunctions() throws IOException {
    assertRight("app.heapprofile", 4, file -> callFrames(file.get("head")));
  }

  /** The recorded profiles have a part of the app's functions only. */
  @Test
  void eachFunctionOfTheAppIsRightInACpuProfile() throws IOException {
    String profile = JSON.createObjectNode().set("nodes", allFunctions()).toString();
    assertTextRight(profile, 24, file -> callFrames(file.get("nodes")));
  }

  @Test
  void eachFunctionOfTheAppIsRightInAHeapProfile() throws IOException {
    ObjectNode profile = JSON.createObjectNode();
    ObjectNode head = profile.putObject("head");
    head.putObject("callFrame").put("functionName", "(root)").put("scriptId", "0");
    ((ObjectNode) head.get("callFrame")).put("url", "").put("lineNumber", -1);
    head.set("children", allFunctions());
    profile.putArray("samples");
    assertTextRight(profile.toString(), 24, file -> callFrames(file.get("head")));
  }

  private static ArrayNode allFunctions() throws IOException {
    ArrayNode nodes = JSON.createArrayNode();
    for (JsonNode function : read("truth.json").get("functions")) {
      JsonNode at = function.get("generated");
      nodes
          .addObject()
          .putObject("callFrame")
          .put("functionName", at.get("name").asText())
          .put("scriptId", "3")
          .put("url", RECORDED + "app.min.js?v=1")
          .put("lineNumber", at.get("line0").asInt())
          .put("columnNumber", at.get("column0").asInt());
    }
    return nodes;
  }

  @Test
  void heapSnapshotShowsTheOriginalFunctions() throws IOException {
    assertRight("app.heapsnapshot", 20, file -> located(new SnapshotView(file)));
  }

  @Test
  void heapTimelineShowsTheOriginalFunctions() throws IOException {
    assertRight(
        "app.heaptimeline",
        24,
        file -> {
          SnapshotView view = new SnapshotView(file);
          List<Row> rows = new ArrayList<>(located(view));
          for (List<Long> row : view.rows("trace_function_infos", "trace_function_info_fields")) {
            if (row.get(4) > 0) {
              rows.add(
                  new Row(
                      view.string(row.get(1)),
                      view.string(row.get(2)),
                      row.get(4).intValue() - 1,
                      row.get(5).intValue() - 1));
            }
          }
          return rows;
        });
  }

  private static List<Row> located(SnapshotView view) {
    Map<Long, String> sources = view.sources();
    return view.located().stream()
        .filter(node -> node.type().equals("closure"))
        .map(
            node ->
                new Row(
                    node.name(),
                    sources.getOrDefault(node.script(), ""),
                    node.line(),
                    node.column()))
        .toList();
  }

  @Test
  void selfProfileShowsTheOriginalFunctions() throws IOException {
    assertRight(
        "app.selfprofile.json",
        3,
        file -> {
          List<Row> rows = new ArrayList<>();
          for (JsonNode frame : file.get("frames")) {
            if (frame.has("resourceId")) {
              String url = file.get("resources").get(frame.get("resourceId").asInt()).asText();
              rows.add(row(frame.get("name").asText(), url, frame, "line", "column", 1));
            }
          }
          return rows;
        });
  }

  @Test
  void reportNotesThatPositionsOfVsCodeWereRemoved() throws IOException {
    String profile =
        Files.readString(FORMATS.resolve("chrome/app.cpuprofile"))
            .replaceFirst("^\\{", "{\"\\$vscode\":{\"locations\":[]},");
    try (TestOrigin origin = serving()) {
      JsonNode answer =
          JSON.readTree(
              symbolicate(profile.replace(RECORDED, origin.url("/assets/")), "?report=true"));
      assertFalse(answer.has("$vscode"));
      assertEquals(1, answer.get("symbolication").get("notes").size());
    }
    JsonNode unmapped =
        JSON.readTree(
            symbolicate("{\"$vscode\":{},\"nodes\":[{\"callFrame\":{}}]}", "?report=true"));
    assertTrue(unmapped.has("$vscode"));
    assertFalse(unmapped.get("symbolication").has("notes"));
  }

  private interface Functions {
    List<Row> of(JsonNode file);
  }

  private static List<Row> callFrames(JsonNode nodes) {
    List<Row> rows = new ArrayList<>();
    for (JsonNode frame : nodes.findValues("callFrame")) {
      String url = frame.get("url").asText();
      if (!url.isEmpty() && frame.get("lineNumber").asInt() >= 0) {
        rows.add(
            row(frame.get("functionName").asText(), url, frame, "lineNumber", "columnNumber", 0));
      }
    }
    return rows;
  }

  private static Row row(
      String name, String url, JsonNode frame, String line, String column, int base) {
    return new Row(name, url, frame.get(line).asInt() - base, frame.get(column).asInt() - base);
  }

  private static void assertRight(String file, int count, Functions functions) throws IOException {
    assertTextRight(Files.readString(FORMATS.resolve("chrome").resolve(file)), count, functions);
  }

  private static JsonNode read(String file) throws IOException {
    return JSON.readTree(FORMATS.resolve(file).toFile());
  }

  private static TestOrigin serving() {
    TestOrigin origin = TestOrigin.start();
    for (String name : List.of("app.min.js", "app.min.js.map")) {
      origin.handle(
          "/assets/" + name,
          request ->
              request
                  .response()
                  .putHeader("content-type", "text/javascript")
                  .sendFile(FORMATS.resolve(name).toString()));
    }
    return origin;
  }

  private static byte[] symbolicate(String profile, String query) {
    return given()
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate" + query)
        .then()
        .statusCode(200)
        .extract()
        .asByteArray();
  }

  private static void assertTextRight(String recorded, int count, Functions functions)
      throws IOException {
    try (TestOrigin origin = serving()) {
      String sent = recorded.replace(RECORDED, origin.url("/assets/"));
      for (AppNames style : AppNames.values()) {
        byte[] answer = symbolicate(sent, style.query());
        assertRows(
            functions.of(JSON.readTree(sent)),
            functions.of(JSON.readTree(answer)),
            count,
            style,
            origin);
      }
    }
  }

  private static void assertRows(
      List<Row> before, List<Row> after, int functions, AppNames style, TestOrigin origin)
      throws IOException {
    Map<List<Integer>, JsonNode> truth = new HashMap<>();
    for (JsonNode function : read("truth.json").get("functions")) {
      JsonNode at = function.get("generated");
      truth.put(
          List.of(at.get("line0").asInt(), at.get("column0").asInt()), function.get("expected"));
    }
    assertEquals(before.size(), after.size());
    Set<List<Integer>> seen = new HashSet<>();
    for (int i = 0; i < before.size(); i++) {
      Row row = before.get(i);
      List<Integer> at = List.of(row.line(), row.column());
      JsonNode expected = truth.get(at);
      Row shown = after.get(i);
      if (expected == null) {
        continue;
      }
      URI source =
          URI.create(origin.url("/assets/app.min.js.map")).resolve(expected.get("source").asText());
      assertEquals(source.toString(), shown.url(), row::toString);
      assertEquals(expected.get("startLine1").asInt() - 1, shown.line(), row::toString);
      assertEquals(expected.get("startColumn1").asInt() - 1, shown.column(), row::toString);
      boolean isInferred = style == AppNames.V8 && !row.url().isEmpty(); // Not in a snapshot.
      String name = isInferred ? expected.get("name").asText() : style.nameOf(expected);
      assertEquals(name, shown.name(), row::toString);
      seen.add(at);
    }
    assertEquals(functions, seen.size(), seen::toString);
  }
}

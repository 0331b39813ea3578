package dev.symbolicator.symbolication;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.AppNames;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends stacks and speedscope files of a bundle to the service, and compares the answers with the
 * places that were found in the original text.
 */
@QuarkusTest
@Tag("service")
class CallPositionsTest {
  private static final Path FORMATS = Path.of("../shared/formats");
  private static final ObjectMapper JSON = new ObjectMapper();

  private TestOrigin origin;
  private JsonNode truth;
  private String script;

  @BeforeEach
  void serveBundle() throws IOException {
    assumeTrue(Files.isDirectory(FORMATS), FORMATS + " is absent");
    truth = JSON.readTree(FORMATS.resolve("truth.json").toFile());
    origin = TestOrigin.start();
    origin.serve("/assets/app.min.js", "text/javascript", read("app.min.js"));
    origin.serve("/assets/app.min.js.map", "application/json", read("app.min.js.map"));
    script = origin.url("/assets/app.min.js?v=1");
  }

  @AfterEach
  void close() {
    if (origin != null) {
      origin.close();
    }
  }

  private static byte[] read(String file) throws IOException {
    return Files.readAllBytes(FORMATS.resolve(file));
  }

  private static String symbolicate(String body, String type) {
    return symbolicate(body, type, AppNames.V8);
  }

  private static String symbolicate(String body, String type, AppNames style) {
    return given()
        .contentType(type)
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate" + style.query())
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }

  private String generated(int call) {
    JsonNode place = truth.get("calls").get(call).get("generated");
    return script + ":" + place.get("line1") + ":" + place.get("column1");
  }

  private String original(int call) {
    JsonNode place = truth.get("calls").get(call).get("expected");
    return origin.url("/assets/").replace("/assets/", "/")
        + place.get("source").asText().replace("../", "")
        + ":"
        + place.get("line1")
        + ":"
        + place.get("column1");
  }

  @Test
  void callPositionsOfChromiumAreExact() {
    for (AppNames style : AppNames.values()) {
      String stack =
          "Error: x\n    at %s\n    at new Promise (<anonymous>)\n    at async g (%s)\n    at Object.<anonymous> (%s)\n    at %s";
      assertEquals(
          stack
              .replace("async g", "async delayedWork")
              .formatted(original(0), original(1), original(2), original(2)),
          symbolicate(
              stack.formatted(generated(0), generated(1), generated(2), generated(2)),
              "text/plain",
              style));
    }
  }

  @Test
  void callPositionsOfFirefoxAndSafariAreExact() {
    String stack = "g/<@%s\nPromise@[native code]\ng@%s\r\nglobal code@%s\n@%s\n";
    assertEquals(
        "@%s\nPromise@[native code]\ndelayedWork@%s\r\nglobal code@%s\n@%s\n"
            .formatted(original(0), original(1), original(2), original(2)),
        symbolicate(
            stack.formatted(generated(0), generated(1), generated(2), generated(2)), "text/plain"));
  }

  @Test
  void stackInJsonIsAnsweredInJson() throws IOException {
    ObjectNode body = JSON.createObjectNode();
    body.put("level", "error").put("stack", "x\n    at g (" + generated(1) + ")\n");
    JsonNode answer = JSON.readTree(symbolicate(body.toString(), "application/json"));
    assertEquals("x\n    at delayedWork (" + original(1) + ")\n", answer.get("stack").asText());
    assertEquals("error", answer.get("level").asText());
  }

  @Test
  void framesOfSpeedscopesExportAreFunctions() throws IOException {
    String sample =
        Files.readString(FORMATS.resolve("chrome/app.speedscope.json"))
            .replaceAll("http://127.0.0.1:\\d+/assets/app.min.js\\?v=1", script);
    JsonNode given = JSON.readTree(sample);
    for (AppNames style : AppNames.values()) {
      JsonNode answer = JSON.readTree(symbolicate(sample, "application/json", style));
      assertEquals(given.get("profiles"), answer.get("profiles"));
      assertEquals(9, assertFunctions(given, answer, 1, style));
    }
  }

  @Test
  void allFunctionsAreFoundWhereLinesCountFromOneAndFromZero() throws IOException {
    for (int base = 0; base < 2; base++) {
      ObjectNode file = JSON.createObjectNode();
      file.put("$schema", "https://www.speedscope.app/file-format-schema.json");
      ArrayNode frames = file.putObject("shared").putArray("frames");
      for (JsonNode function : truth.get("functions")) {
        JsonNode place = function.get("generated");
        frames
            .addObject()
            .put("name", place.get("name").asText())
            .put("file", script)
            .put("line", place.get("line0").asInt() + base)
            .put("col", place.get("column0").asInt() + base);
      }
      file.putArray("profiles").addObject().put("unit", base == 0 ? "bytes" : "microseconds");
      for (AppNames style : AppNames.values()) {
        JsonNode answer = JSON.readTree(symbolicate(file.toString(), "application/json", style));
        assertEquals(24, assertFunctions(file, answer, base, style));
      }
    }
  }

  private int assertFunctions(JsonNode given, JsonNode answer, int base, AppNames style) {
    Map<Integer, JsonNode> functions = new HashMap<>();
    truth
        .get("functions")
        .forEach(row -> functions.put(row.get("generated").get("column0").asInt() + base, row));
    int count = 0;
    for (int i = 0; i < given.get("shared").get("frames").size(); i++) {
      JsonNode before = given.get("shared").get("frames").get(i);
      JsonNode after = answer.get("shared").get("frames").get(i);
      if (!before.get("file").asText().equals(script)) {
        assertEquals(before, after);
        continue;
      }
      JsonNode function = functions.get(before.get("col").asInt());
      assertNotNull(function, before::toString);
      JsonNode expected = function.get("expected");
      String place = before + " became " + after;
      String name = style.nameOf(expected);
      // speedscope shows functions without a name by their file and line.
      String shown = name.isEmpty() ? "(anonymous main.ts:40)" : name;
      assertEquals(shown, after.get("name").asText(), place);
      assertEquals(
          origin.url("/") + expected.get("source").asText().replace("../", ""),
          after.get("file").asText(),
          place);
      assertEquals(expected.get("startLine1").asInt() - 1 + base, after.get("line").asInt(), place);
      assertEquals(
          expected.get("startColumn1").asInt() - 1 + base, after.get("col").asInt(), place);
      count++;
    }
    return count;
  }
}

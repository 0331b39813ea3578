package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
class ExportsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TestOrigin origin;
  private ObjectNode trace;

  @BeforeEach
  void serveACase() {
    origin = TestOrigin.start();
    trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin);
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private static ValidatableResponse post(String query, String body) {
    return given().body(body.getBytes(StandardCharsets.UTF_8)).post("/symbolicate?" + query).then();
  }

  @ParameterizedTest
  @CsvSource({
    "cpuprofile, application/json, profile.cpuprofile",
    "speedscope, application/json, profile.speedscope.json",
    "firefox, application/json, profile.firefox.json",
    "collapsed, text/plain;charset=utf-8, profile.collapsed.txt"
  })
  void exportShowsOriginalFunctions(String output, String type, String file) {
    post("output=" + output, trace.toString())
        .statusCode(200)
        .contentType(type)
        .header("Content-Disposition", "attachment; filename=\"" + file + "\"")
        .header("Symbolication", startsWith("mapped="))
        .header("Reduction", nullValue())
        .body(containsString("describe"))
        .body(containsString("mini.ts"));
  }

  @Test
  void pprofIsNotCompressedTwice() throws IOException {
    byte[] answer =
        given()
            .header("Accept-Encoding", "gzip")
            .body("{\"trace\":" + trace + "}")
            .post("/symbolicate?output=pprof")
            .then()
            .statusCode(200)
            .contentType("application/octet-stream")
            .header("Content-Disposition", "attachment; filename=\"profile.pb.gz\"")
            .header("Content-Encoding", nullValue())
            .extract()
            .asByteArray();
    String content =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(answer)).readAllBytes(),
            StandardCharsets.ISO_8859_1);
    assertTrue(content.contains("describe"));
  }

  @Test
  void exportOfCpuProfileTakesItsTimes() throws IOException {
    String export = post("output=cpuprofile", trace.toString()).extract().asString();
    String again =
        post("output=cpuprofile&report=true", export).statusCode(200).extract().asString();
    ObjectNode after = (ObjectNode) JSON.readTree(again);
    assertTrue(after.remove("symbolication").has("mapped"));
    assertEquals(JSON.readTree(export).get("samples").size() + 1, after.get("samples").size());
    assertEquals(JSON.readTree(export).get("endTime"), after.get("endTime"));
    post("output=speedscope", "{\"trace\":" + export + "}").statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error\n    at f (http://localhost/a.js:1:2)",
        "{\"stack\":\"Error\\n    at f (http://localhost/a.js:1:2)\"}",
        "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":1,\"name\":\"a\"}]}",
        "{\"head\":{\"callFrame\":{\"functionName\":\"f\",\"url\":\"http://x/a.js\"},\"children\":[]}}"
      })
  void otherFormatsAreRefusedWithTheFormatsThatCan(String body) {
    post("output=pprof", body)
        .statusCode(422)
        .body("type", equalTo("urn:profile-symbolicator:problem:not-available-for-format"))
        .body("pointer", nullValue())
        .body("detail", containsString("which only a js-self-profile or a cpuprofile has"))
        .body("detail", containsString("Leave the parameter output out."));
    post("keep=long-tasks", body)
        .statusCode(422)
        .body("type", equalTo("urn:profile-symbolicator:problem:not-available-for-format"))
        .body("detail", containsString("Samples can be left out of a js-self-profile only"));
  }

  @Test
  void whatDoesNotFitTogetherIsRefusedWithItsPlace() {
    trace.withArray("samples").addObject().put("timestamp", 1).put("stackId", 1_000_000);
    int last = trace.get("samples").size() - 1;
    for (String query : new String[] {"output=firefox", "keep=long-tasks", "compact=true"}) {
      post(query, "{\"trace\":" + trace + "}")
          .statusCode(422)
          .body("pointer", equalTo("/trace/samples/" + last + "/stackId"));
    }
    post("report=false", trace.toString()).statusCode(200);
  }

  /** As Chromium 156 writes them in most traces. */
  @Test
  void samplesThatWereWrittenLateAreInOrder() {
    for (String query : new String[] {"output=cpuprofile", "output=collapsed", "rows=stacks"}) {
      String expected = post(query, trace.toString()).statusCode(200).extract().asString();
      ObjectNode late = trace.deepCopy();
      ArrayNode samples = late.withArray("samples");
      for (int i = 7; i < samples.size(); i += 5) {
        samples.insert(i - 3, samples.remove(i));
      }
      assertEquals(expected, post(query, late.toString()).statusCode(200).extract().asString());
    }
  }

  @Test
  void largeExportIsRefusedBeforeItIsWritten() {
    String body = TimedTraces.deepStacks();
    post("output=speedscope", body)
        .statusCode(413)
        .body("limit", equalTo("max-export-size"))
        .body("detail", containsString("Ask for output=cpuprofile or output=firefox"));
    post("output=cpuprofile", body).statusCode(200);
  }

  @Test
  void keptLongTasksAreSymbolicatedAndCounted() throws IOException {
    ObjectNode envelope = JSON.createObjectNode();
    envelope.set("trace", trace);
    double first = trace.at("/samples/0/timestamp").asDouble();
    envelope
        .putArray("longTasks")
        .addObject()
        .put("startTime", first + 1)
        .put("duration", 60)
        .put("entryType", "longtask");
    int all = trace.get("samples").size();
    ValidatableResponse answer =
        post("keep=long-tasks&threshold=60&report=true", envelope.toString())
            .statusCode(200)
            .header(
                "Reduction",
                matchesPattern(
                    "samples=[0-9]+, of=" + all + ", windows=1, source=list, saved=[0-9]+"))
            .body("symbolication.mapped", equalTo(mapped(envelope)));
    JsonNode kept = JSON.readTree(answer.extract().asString()).get("trace");
    assertTrue(kept.get("samples").size() < all);
    Set<Integer> used = new TreeSet<>();
    kept.get("frames").forEach(frame -> used.add(frame.path("resourceId").asInt()));
    assertEquals(kept.get("resources").size(), used.size());
    post("keep=long-tasks&threshold=61&output=collapsed", envelope.toString())
        .statusCode(200)
        .header("Reduction", startsWith("samples=0, of=" + all + ", windows=0, source=list"))
        .body(equalTo(""));
  }

  private static int mapped(ObjectNode envelope) {
    String header =
        post("keep=long-tasks&threshold=60", envelope.toString()).extract().header("Symbolication");
    return Integer.parseInt(header.replaceAll("mapped=([0-9]+),.*", "$1"));
  }

  @Test
  void compactTraceSaysHowManyBytesItSaves() throws IOException {
    String answer =
        post("compact=true", trace.toString())
            .statusCode(200)
            .header("Reduction", matchesPattern("samples=[0-9]+, of=[0-9]+, saved=[1-9][0-9]*"))
            .extract()
            .asString();
    for (JsonNode sample : JSON.readTree(answer).get("samples")) {
      assertTrue(sample.get("timestamp").asText().matches("[0-9]+(\\.[0-9]{1,3})?"));
    }
    assertTrue(answer.length() < post("names=v8", trace.toString()).extract().asString().length());
  }

  @Test
  void parametersThatExcludeEachOtherAreRefused() {
    post("threshold=50", "{}").statusCode(400).body("detail", containsString("keep=long-tasks"));
    post("keep=long-tasks&threshold=0", "{}").statusCode(400);
    post("output=cpuprofile&summary=true", "{}").statusCode(400);
    given()
        .contentType("application/x-ndjson")
        .body(trace.toString().getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?output=pprof")
        .then()
        .statusCode(400)
        .body("detail", containsString("not for batches"));
    given()
        .contentType("application/x-ndjson")
        .body(("{\"a\":1}\n" + trace).getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?compact=true")
        .then()
        .statusCode(200)
        .body(containsString("mini.ts"));
  }
}

package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.RowOracle;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /symbolicate?aggregate=true}. */
@QuarkusTest
@Tag("service")
class AggregateTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TestOrigin origin;

  @Inject ByteBudget budget;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    origin
        .serve("/app.js", "text/javascript", "function f(){}\n//# sourceMappingURL=app.js.map")
        .serve(
            "/app.js.map",
            "application/json",
            "{\"version\":3,\"sources\":[\"src/cart.ts\"],\"names\":[\"total\"],"
                + "\"sourcesContent\":[\"function total(){}\"],\"mappings\":\"AAAA,SAASA\"}");
  }

  @AfterEach
  void close() {
    origin.close();
    Await.until(() -> budget.used() == 0);
  }

  /** Returns a line with a profile of a release, whose function ran so long. */
  private String line(String release, int milliseconds) {
    return """
        {"release":"%s","page":"/%s","trace":{"frames":[{"name":"f","resourceId":0,"line":1,"column":11}],\
        "resources":["%s"],"stacks":[{"frameId":0}],\
        "samples":[{"timestamp":0,"stackId":0},{"timestamp":%d}],"sampleInterval":10}}
        """
        .formatted(release, release, origin.url("/app.js"), milliseconds);
  }

  private static Response sum(byte[] body, String query) {
    return given()
        .contentType("application/x-ndjson")
        .body(body)
        .post("/symbolicate?aggregate=true&" + query);
  }

  private static Response sum(String body, String query) {
    return sum(body.getBytes(UTF_8), query);
  }

  @Test
  void sumIsAFileWithItsCountsInTheHead() {
    String batch =
        line("1", 20) + "{\"fr\n\n" + line("2", 30) + "{\"stack\":\"Error\\n at f (x.js:1:1)\"}";
    Response collapsed = sum(batch, "output=collapsed");
    assertEquals(200, collapsed.statusCode(), collapsed.asString());
    assertEquals("total (cart.ts:1) 50\n", collapsed.asString());
    assertEquals("profiles=2, problems=2, folded=0", collapsed.header("Aggregation"));
    assertEquals("mapped=2, total=2, pending=0", collapsed.header("Symbolication"));
    assertEquals(
        "attachment; filename=\"profile.collapsed.txt\"", collapsed.header("Content-Disposition"));
    assertEquals("text/plain;charset=utf-8", collapsed.contentType());
    Response pprof = sum(batch, "output=pprof");
    assertEquals("application/octet-stream", pprof.contentType());
    assertEquals(0x1f, pprof.asByteArray()[0]);
    assertArrayEquals(pprof.asByteArray(), sum(batch, "output=pprof").asByteArray());
  }

  private static String inflated(byte[] gzip) throws IOException {
    return new String(
        new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes(), ISO_8859_1);
  }

  @Test
  void annotatedPprofHasLabels() throws IOException {
    byte[] plain = sum(line("1", 20), "output=pprof").asByteArray();
    byte[] annotated = sum(line("1", 20), "output=pprof&annotate=true").asByteArray();
    assertFalse(inflated(plain).contains("function_id"));
    assertTrue(inflated(annotated).contains("function_id"));
  }

  @ParameterizedTest
  @CsvSource({"release:1", "page:/1"})
  void baselineIsScaledToTheOthers(String baseline) {
    String batch = line("1", 20) + line("1", 40) + line("2", 30);
    Response collapsed = sum(batch, "output=collapsed&baseline=" + baseline);
    assertEquals("total (cart.ts:1) 30 30\n", collapsed.asString());
    assertEquals("profiles=3, problems=0, folded=0", collapsed.header("Aggregation"));
  }

  @Test
  void baselineMayBeThatOfTheQuery() {
    String others = line("2", 30);
    String without = line("", 20).replace("\"release\":\"\",", "");
    Response collapsed = sum(without + others, "output=collapsed&baseline=release:9&release=9");
    assertEquals("total (cart.ts:1) 30 30\n", collapsed.asString());
  }

  @Test
  void rowsOfASumAreNotScaled() throws IOException {
    Response answer =
        sum(line("1", 20) + line("1", 40) + line("2", 30), "rows=all&baseline=release:1");
    assertEquals("application/x-ndjson", answer.contentType());
    List<JsonNode> rows = RowOracle.rows(answer.asString());
    assertEquals(4, rows.size(), answer.asString());
    String function = rows.get(0).get("function_id").asText();
    String stack = RowOracle.stack("0000000000000000", function);
    for (int side = 0; side < 2; side++) {
      assertEquals(
          JSON.readTree(
              """
              {"kind":"profile","baseline":%s,"profiles":%d,"samples":%d,"idle_us":%d,"capped_us":0,
              "stack_ids":["%s"],"leaf_ids":["%s"],"stack_samples":[%d],"stack_self_us":[%d]}"""
                  .formatted(
                      side == 0,
                      side == 0 ? 2 : 1,
                      side == 0 ? 4 : 2,
                      side == 0 ? 60_000 : 30_000,
                      stack,
                      function,
                      side == 0 ? 2 : 1,
                      side == 0 ? 60_000 : 30_000)),
          rows.get(2 + side));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline=release:9 | No profile has release=9, so there is nothing to compare.",
        "baseline=release:1 | No profile has another value than release=1,",
      })
  void comparisonNeedsBothSides(String baseline, String detail) {
    sum(line("1", 20) + line("1", 20), "output=pprof&" + baseline)
        .then()
        .statusCode(422)
        .contentType("application/problem+json")
        .body("type", equalTo("urn:profile-symbolicator:problem:nothing-to-add-up"))
        .body("detail", startsWith(detail));
  }

  @ParameterizedTest
  @CsvSource({"'',0", "'\n{}\n{\"stack\":\"Error\"}',2"})
  void batchWithoutProfilesHasNoSum(String batch, int problems) {
    sum(batch, "output=pprof")
        .then()
        .statusCode(422)
        .body("type", equalTo("urn:profile-symbolicator:problem:nothing-to-add-up"))
        .body("detail", startsWith("No profile can be added up. Lines with problems: " + problems));
  }

  @Test
  void damagedBatchHasNoSum() {
    byte[] gzip = Encode.gzip((line("1", 20) + line("2", 30)).getBytes(UTF_8));
    assertEquals(200, sum(gzip, "output=pprof").statusCode());
    sum(Arrays.copyOf(gzip, gzip.length - 12), "output=pprof")
        .then()
        .statusCode(400)
        .body("type", equalTo("urn:profile-symbolicator:problem:corrupt-body"))
        .body("detail", equalTo("The batch is damaged or cut off here. Send the batch again."));
  }

  /** The sum would lack the profile, though it may be there a little later. */
  @Test
  void lineThatCanBeAddedLaterEndsTheBatch() {
    origin.handle("/app.js", request -> request.response().setStatusCode(503).end());
    sum(line("1", 20), "output=pprof&incomplete=reject")
        .then()
        .statusCode(503)
        .header("Retry-After", notNullValue())
        .body("type", equalTo("urn:profile-symbolicator:problem:incomplete"));
  }

  @Test
  void answerMustBeAcceptable() {
    given()
        .contentType("application/x-ndjson")
        .accept("application/json")
        .body(line("1", 20).getBytes(UTF_8))
        .post("/symbolicate?aggregate=true&output=pprof")
        .then()
        .statusCode(406);
  }

  @Test
  void singleProfileIsNoBatch() {
    given()
        .body(line("1", 20).getBytes(UTF_8))
        .post("/symbolicate?aggregate=true&output=pprof")
        .then()
        .statusCode(400)
        .body("detail", startsWith("The query parameter aggregate is for batches."));
  }

  /** Returns the places of the declared functions of a build, by where they begin in the source. */
  private static Map<String, JsonNode> functions(RecordedCase build) {
    Map<String, JsonNode> functions = new HashMap<>();
    for (JsonNode row : build.truth()) {
      JsonNode original = row.get("original");
      String source = original.get("source").asText().replaceFirst("^(\\.\\./)+", "");
      if (original.get("nameKind").asText().equals("declared") && source.contains("/src/")) {
        functions.put(
            source + " " + original.get("name").asText() + " " + original.get("start"),
            row.get("generated"));
      }
    }
    return functions;
  }

  /** Returns a profile in which each function ran 10 ms, and one of them longer. */
  private String profile(
      RecordedCase build, String release, List<String> keys, String slow, int milliseconds) {
    Map<String, JsonNode> places = functions(build);
    ObjectNode trace = JSON.createObjectNode();
    trace.set("resources", build.serveFrom(origin).trace(origin).get("resources"));
    ArrayNode frames = trace.putArray("frames");
    ArrayNode stacks = trace.putArray("stacks");
    ArrayNode samples = trace.putArray("samples");
    int time = 0;
    for (String key : keys) {
      JsonNode place = places.get(key);
      stacks.addObject().put("frameId", frames.size());
      frames
          .addObject()
          .put("name", place.get("name").asText())
          .put("resourceId", 0)
          .put("line", place.get("line").asInt())
          .put("column", place.get("column").asInt());
      samples.addObject().put("timestamp", time).put("stackId", stacks.size() - 1);
      time += key.equals(slow) ? milliseconds : 10;
    }
    samples.addObject().put("timestamp", time);
    trace.put("sampleInterval", 10);
    return JSON.createObjectNode().put("release", release).set("trace", trace).toString() + "\n";
  }

  @Test
  void functionMadeSlowerIsOnTopAcrossBuilders() {
    RecordedCase vite = RecordedCase.own("mini-vite8");
    RecordedCase rollup = RecordedCase.own("mini-rollup-terser");
    List<String> keys =
        functions(vite).keySet().stream().filter(functions(rollup)::containsKey).sorted().toList();
    assertTrue(keys.size() > 20, keys::toString);
    String slow = keys.get(keys.size() / 2);
    Response answer =
        sum(
            profile(vite, "1.4.1", keys, slow, 10) + profile(rollup, "1.4.2", keys, slow, 80),
            "output=collapsed&baseline=release:1.4.1");
    List<String> stacks = answer.asString().lines().toList();
    assertEquals(keys.size(), stacks.size(), answer.asString());
    String top = Collections.max(stacks, Comparator.comparingLong(AggregateTest::difference));
    assertTrue(top.startsWith(slow.split(" ", -1)[1] + " ("), top + " instead of " + slow);
    assertTrue(difference(top) > 50, top);
    assertEquals(1, stacks.stream().filter(line -> difference(line) > 0).count());
  }

  private static long difference(String line) {
    String[] parts = line.split(" ", -1);
    return Long.parseLong(parts[parts.length - 1]) - Long.parseLong(parts[parts.length - 2]);
  }
}

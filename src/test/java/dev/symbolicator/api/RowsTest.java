package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.RowOracle;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /symbolicate?rows=}; {@code FleetPageTest} loads the rows into a store. */
@QuarkusTest
@Tag("service")
class RowsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path PAGE = Path.of("docs/api.md");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "the profile\n\n```json\n(.*?)```\n\nhas these rows:\n\n```json\n(.*?)```",
          Pattern.DOTALL);
  private static final String ID = "bb6e618c300ecea9";

  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private static Response post(String body, String query) {
    return given().body(body.getBytes(UTF_8)).post("/symbolicate?" + query);
  }

  private static Response batch(String body, String query) {
    return given()
        .contentType("application/x-ndjson")
        .body(body.getBytes(UTF_8))
        .post("/symbolicate?" + query);
  }

  private static String answer(String body, String query) {
    Response answer = post(body, query);
    assertEquals(200, answer.statusCode(), answer.asString());
    assertEquals("application/x-ndjson", answer.contentType());
    return answer.asString();
  }

  private static JsonNode profile(String body, String query) throws IOException {
    List<JsonNode> rows = RowOracle.rows(answer(body, "rows=profiles&" + query));
    assertEquals(1, rows.size());
    return rows.get(0);
  }

  /** Returns a profile with time in {@code Cart}, in a function of no map, and in none. */
  private String cart() {
    ObjectNode map = JSON.createObjectNode().put("version", 3).put("mappings", "AAAA");
    map.putArray("sources").add("webpack://shop/./src/Cart.tsx");
    map.putArray("names");
    map.putArray("sourcesContent").add("function Cart(){ load() }");
    origin
        .serve(
            "/app.js",
            "text/javascript",
            "function Cart(){ load() }\n//# sourceMappingURL=app.js.map")
        .serve("/app.js.map", "application/json", map.toString());
    return """
        {"frames":[{"name":"Cart","resourceId":0,"line":1,"column":14},{"name":"t","resourceId":1,"line":1,"column":9}],\
        "resources":["%s","%s"],"stacks":[{"frameId":0},{"frameId":1,"parentId":0}],\
        "samples":[{"timestamp":0,"stackId":1},{"timestamp":10,"stackId":0},{"timestamp":30}]}"""
        .formatted(origin.url("/app.js"), origin.url("/none.js?v=2"));
  }

  @Test
  void rowsOfAProfile() throws IOException {
    String body = cart();
    List<JsonNode> rows = RowOracle.rows(answer(body, "rows=all&release=1.4.2"));
    String unmapped = RowOracle.function(null, null, "/none.js", "t");
    String ofCart = RowOracle.stack("0000000000000000", ID);
    assertEquals(
        JSON.readTree(
            """
            {"kind":"function","function_id":"%s","stability":"name","name":"Cart","qualified":"Cart",
             "package":"","version":"","normal_path":"src/Cart.tsx","origin":"app",
             "source":"webpack://shop/./src/Cart.tsx","line":1,"column":14}"""
                .formatted(ID)),
        rows.get(0));
    assertEquals(unmapped, rows.get(1).get("function_id").asText());
    assertEquals(
        JSON.readTree(
            """
            {"kind":"profile","profile_id":"%s","release":"1.4.2","page":"","country":"","samples":3,
             "idle_us":15000,"capped_us":0,"stack_ids":["%s","%s"],"leaf_ids":["%s","%s"],
             "stack_samples":[1,1],"stack_self_us":[20000,10000]}"""
                .formatted(
                    RowOracle.sha(body).substring(0, 16),
                    ofCart,
                    RowOracle.stack(ofCart, unmapped),
                    ID,
                    unmapped)),
        rows.get(4));
    assertEquals(answer(body, "rows=all"), answer(body, "rows=all"));
    assertEquals(rows.get(4).get("profile_id"), profile(body, "compact=true").get("profile_id"));
  }

  /** Compares all but the profile's id, which depends on the address of the test's script. */
  @Test
  void pageShowsWhatIsAnswered() throws IOException {
    cart();
    Matcher blocks = EXAMPLE.matcher(Files.readString(PAGE));
    assertTrue(blocks.find());
    String body = blocks.group(1).strip();
    String id = RowOracle.sha(body).substring(0, 16);
    String here = body.replace("https://cdn.example.com/app.js", origin.url("/app.js"));
    assertEquals(
        blocks.group(2).strip(),
        answer(here, "rows=all&release=1.4.2&country=JP")
            .strip()
            .replaceFirst("(\"profile_id\":\")[^\"]+", "$1" + id));
  }

  @Test
  void answerOfAnnotateIsUnchanged() throws IOException {
    JsonNode functions = JSON.readTree(post(cart(), "annotate=true").asString()).get("functions");
    List<String> columns = new ArrayList<>();
    functions.fieldNames().forEachRemaining(columns::add);
    assertEquals(
        List.of("id", "package", "path", "origin", "role", "qualified", "strings"), columns);
  }

  @Test
  void reducedProfileHasItsRows() throws IOException {
    String tasks = "\"longTasks\":[{\"startTime\":0,\"duration\":60}]";
    String body = "{\"page\":\"/cart\"," + tasks + ",\"trace\":" + cart() + "}";
    JsonNode kept = profile(body, "keep=long-tasks");
    assertEquals(RowOracle.sha(body).substring(0, 16), kept.get("profile_id").asText());
    assertEquals("/cart", kept.get("page").asText());
    assertEquals(profile(body, "").get("stack_self_us"), kept.get("stack_self_us"));
    post(body, "rows=all&keep=long-tasks").then().header("Reduction", containsString("windows=1"));
  }

  @Test
  void dimensionIsAMemberBesideTheTraceElseAParameter() throws IOException {
    String wrapped = "{\"page\":\"/cart\",\"release\":\"2.0\",\"trace\":" + cart() + "}";
    JsonNode row = profile(wrapped, "page=/other&country=JP&release=1.4.2");
    assertEquals("/cart", row.get("page").asText());
    assertEquals("JP", row.get("country").asText());
    assertEquals("2.0", row.get("release").asText());
    assertEquals("", profile(wrapped, "").get("country").asText());
    assertEquals("/other", profile(cart(), "page=/other").get("page").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "page=a%0Ab&rows=all, 400, bad-parameter, 'must have at most 200 characters'",
    "page=%7F&rows=all, 400, bad-parameter, 'must have at most 200 characters'",
    "page=/cart, 400, bad-parameter, 'The query parameter page is unknown'",
    "rows=all&device=low, 400, bad-parameter, 'The query parameter device is unknown'",
    "rows=events, 400, bad-parameter, 'none, profiles, stacks, functions, all'",
    "rows=all&output=pprof, 400, bad-parameter, 'rows and output exclude each other'"
  })
  void wrongParameterIsRefused(String query, int status, String type, String detail) {
    given()
        .urlEncodingEnabled(false)
        .body(cart().getBytes(UTF_8))
        .post("/symbolicate?" + query)
        .then()
        .statusCode(status)
        .body("type", containsString(type))
        .body("detail", containsString(detail));
  }

  @Test
  void longestValueIsTakenAndALongerOneIsRefused() throws IOException {
    String longest = "p".repeat(200);
    assertEquals(longest, profile(cart(), "page=" + longest).get("page").asText());
    post(cart(), "rows=all&page=" + longest + "p").then().statusCode(400);
    String wrapped = "{\"page\":\"%s\",\"trace\":" + cart() + "}";
    assertEquals(longest, profile(wrapped.formatted(longest), "").get("page").asText());
    for (String wrong : List.of(longest + "p", "a\\u0000b")) {
      post(wrapped.formatted(wrong), "rows=profiles")
          .then()
          .statusCode(422)
          .body("type", containsString("not-a-profile"))
          .body("pointer", equalTo("/page"))
          .body("detail", containsString("at most 200 characters"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"head\":{\"callFrame\":{\"functionName\":\"f\",\"scriptId\":\"1\",\"url\":\"/a.js\",\"lineNumber\":0,\"columnNumber\":0},\"selfSize\":1,\"id\":1,\"children\":[]},\"samples\":[]}",
        "{\"stack\":\"Error: x\\n    at f (https://cdn.example.com/a.js:1:2)\"}",
        "{\"traceEvents\":[]}"
      })
  void profileOfAnotherFormatIsRefused(String body) {
    post(body, "rows=all")
        .then()
        .statusCode(422)
        .body("type", containsString("not-available-for-format"))
        .body("detail", containsString("Leave the parameter rows out."));
  }

  @Test
  void linesOfABatchBecomeTheirRows() throws IOException {
    String body = cart();
    String wrapped = "{\"page\":\"/cart\",\"trace\":" + body + "}";
    String wrong = "{\"page\":\"a\\nb\",\"trace\":" + body + "}";
    String stack = "{\"stack\":\"Error: x\\n    at f (https://cdn.example.com/a.js:1:2)\"}";
    String lines = String.join("\n", body, wrapped, "", wrong, "{}", stack, body);
    Response answer = batch(lines, "rows=all&country=JP&totals=true");
    answer.then().statusCode(200);
    List<JsonNode> rows = RowOracle.rows(answer.asString());
    String first = answer(body, "rows=all&country=JP");
    String second = answer(wrapped, "rows=all&country=JP");
    assertTrue(answer.asString().startsWith(first + second), answer.asString());
    List<JsonNode> problems =
        rows.stream().filter(row -> row.has("line") && row.has("type")).toList();
    assertEquals(
        List.of(4, 5, 6), problems.stream().map(each -> each.get("line").asInt()).toList());
    assertEquals("/page", problems.get(0).get("pointer").asText());
    assertTrue(problems.get(2).get("type").asText().endsWith("not-available-for-format"));
    assertEquals(3 * 5 + 3 + 1, rows.size());
    assertEquals(3, rows.get(rows.size() - 1).at("/totals/symbolicated").asInt());
    assertFalse(answer.asString().contains("\n\n"));
    batch(lines, "rows=all&output=pprof").then().statusCode(400);
    batch(lines, "page=/cart").then().statusCode(400);
  }
}

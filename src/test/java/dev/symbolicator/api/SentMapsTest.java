package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.profile.multipart.ProfileForm;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source maps that come with a profile as parts of a form. */
@QuarkusTest
@Tag("service")
class SentMapsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCRIPT = "mini-BGAwvM7n.js";
  private static final String MAP = "dist/assets/" + SCRIPT + ".map";
  private static final String PLACE = "/mini-vite8/assets/" + SCRIPT;
  private static final String ID = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";
  private static final String OTHER_ID = "7b5f1d22-6f0a-4f6f-8d43-2f1d4c9e0a55";

  private TestOrigin origin;
  private ObjectNode trace;
  private ObjectNode map;

  /** Only the script is on the web: its map is at the caller's desk. */
  @BeforeEach
  void serveTheScriptAlone() throws IOException {
    origin = TestOrigin.start();
    RecordedCase recorded = RecordedCase.own("mini-vite8").serveFrom(origin);
    missing(PLACE + ".map");
    trace = recorded.trace(origin);
    map =
        (ObjectNode)
            JSON.readTree(Files.readString(recorded.folder().resolve("assets/" + SCRIPT + ".map")));
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private void missing(String path) {
    origin.handle(path, request -> request.response().setStatusCode(404).end());
  }

  private ObjectNode withoutFile() {
    return map.deepCopy().without("file");
  }

  private static RequestSpecification form(Object profile) {
    return given().multiPart("profile", "trace.json", profile.toString().getBytes(UTF_8));
  }

  private static RequestSpecification with(RequestSpecification form, String path, Object map) {
    return form.multiPart("map", path, map.toString().getBytes(UTF_8));
  }

  private static JsonNode answer(RequestSpecification request) throws IOException {
    Response response = request.post("/symbolicate?report=true");
    assertEquals(200, response.statusCode(), response::asString);
    return JSON.readTree(response.asString());
  }

  private static JsonNode script(JsonNode answer) {
    return answer.at("/symbolication/scripts/0");
  }

  private static JsonNode refused(RequestSpecification form, int status, String type)
      throws IOException {
    Response response = form.post("/symbolicate");
    assertEquals(status, response.statusCode(), response::asString);
    JsonNode problem = JSON.readTree(response.asString());
    assertTrue(problem.get("type").asText().endsWith(":" + type), problem::toString);
    return problem;
  }

  private static void assertUsed(String part, JsonNode answer) {
    assertEquals("found", script(answer).get("status").asText(), answer::toString);
    assertEquals(part, script(answer).get("sourceMap").asText());
    assertEquals(
        "The source map “" + part + "” came with the request. The source map was read.",
        script(answer).get("detail").asText());
  }

  @Test
  void answerIsTheProfileAloneAsForABareBodyWithTheMapOnTheWeb() throws IOException {
    JsonNode sent = answer(with(form(trace), MAP, map));
    assertUsed(MAP, sent);
    origin.serve(PLACE + ".map", "application/json", map.toString());
    ObjectNode bare = (ObjectNode) answer(given().body(trace.toString()));
    assertEquals("found", script(bare).get("status").asText());
    assertEquals(bare.without("symbolication"), ((ObjectNode) sent).without("symbolication"));
    assertTrue(sent.toString().contains("\"name\":\"describe\""), sent::toString);
  }

  @Test
  void scriptThatCameWithItsMapNeedNotBeOnTheWeb() throws IOException {
    ObjectNode expected = (ObjectNode) answer(with(form(trace), MAP, map));
    byte[] script =
        Files.readAllBytes(RecordedCase.own("mini-vite8").folder().resolve("assets/" + SCRIPT));
    missing(PLACE);
    JsonNode alone = answer(with(form(trace), MAP, map));
    assertEquals("script-missing", script(alone).get("status").asText(), alone::toString);
    String path = MAP.substring(0, MAP.length() - ProfileForm.MAP_ENDING.length());
    ObjectNode sent =
        (ObjectNode)
            answer(with(form(trace), MAP, map).multiPart("script", path, script, "text/plain"));
    assertUsed(MAP, sent);
    assertEquals(expected.without("symbolication"), sent.without("symbolication"));
    JsonNode other =
        answer(with(form(trace), MAP, map).multiPart("script", "else.js", script, "text/plain"));
    assertEquals("script-missing", script(other).get("status").asText(), other::toString);
  }

  @Test
  void twoScriptsOfOnePathAreRefused() throws IOException {
    JsonNode problem =
        refused(
            with(form(trace), MAP, map)
                .multiPart("script", "a.js", new byte[0], "text/plain")
                .multiPart("script", "a.js", new byte[0], "text/plain"),
            422,
            "not-a-profile");
    assertTrue(problem.get("detail").asText().startsWith("Two parts `script`"), problem::toString);
  }

  @Test
  void mapServesOneRequestAndIsKeptNowhere() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertUsed(MAP, answer(with(form(trace), MAP, map)));
      JsonNode bare = answer(given().body(trace.toString()));
      assertEquals("not-found", script(bare).get("status").asText());
      assertEquals(trace.get("frames"), bare.get("frames"));
    }
  }

  @Test
  void parametersWorkAsForABareBody() {
    String qualified = with(form(trace), MAP, map).post("/symbolicate?names=qualified").asString();
    assertTrue(qualified.contains("\"name\":\"Shape.create\""), qualified);
    Response export = with(form(trace), MAP, map).post("/symbolicate?output=cpuprofile");
    assertEquals(200, export.statusCode(), export::asString);
    assertTrue(export.asString().contains("\"functionName\":\"describe\""), export::asString);
  }

  @Test
  void debugIdDecidesBeforeFileAndName() throws IOException {
    trace.putObject("debugIds").put(origin.url(PLACE), ID);
    map.put("debugId", ID.toUpperCase(Locale.ROOT)).put("file", "other.js");
    ObjectNode unnamed = withoutFile().without("debugId");
    assertUsed("x.js.map", answer(with(with(form(trace), MAP, unnamed), "x.js.map", map)));
  }

  @Test
  void memberFileDecidesBeforeTheName() throws IOException {
    assertUsed("x.js.map", answer(with(with(form(trace), MAP, withoutFile()), "x.js.map", map)));
  }

  @Test
  void fileNameIsEnough() throws IOException {
    String name = SCRIPT + ".map";
    assertUsed(name, answer(with(form(trace), name, withoutFile())));
  }

  @Test
  void twoMapsForOneScriptAreRefused() throws IOException {
    JsonNode problem =
        refused(
            with(with(form(trace), "old/" + SCRIPT + ".map", map), "new/" + SCRIPT + ".map", map),
            422,
            "ambiguous-maps");
    String detail = problem.get("detail").asText();
    assertTrue(
        detail.startsWith(
            "The source maps “old/%1$s.map” and “new/%1$s.map” both fit the script %2$s. Send only"
                .formatted(SCRIPT, origin.url(PLACE))),
        detail);
    trace.putObject("debugIds").put(origin.url(PLACE), ID);
    map.put("debug_id", ID);
    refused(with(with(form(trace), "a.map", map), "b.map", map), 422, "ambiguous-maps");
  }

  @Test
  void longerPathTellsTwoMapsApart() throws IOException {
    assertUsed(
        "new/assets/" + SCRIPT + ".map",
        answer(
            with(
                with(form(trace), "old/" + SCRIPT + ".map", map),
                "new/assets/" + SCRIPT + ".map",
                map)));
  }

  @Test
  void mapOfAnotherDebugIdIsNotUsed() throws IOException {
    trace.putObject("debugIds").put(origin.url(PLACE), ID);
    map.put("debugId", OTHER_ID);
    JsonNode answer = answer(with(form(trace), MAP, map));
    assertEquals(0, answer.at("/symbolication/mapped").asInt());
    assertEquals(trace.get("frames"), answer.get("frames"));
    assertFalse(script(answer).get("detail").asText().contains("of the request"));
    assertTrue(
        answer.at("/symbolication/notes/0").asText().startsWith("The source map “" + MAP + "”"),
        answer::toString);
  }

  @Test
  void malformedMapIsTheStatusOfItsScriptOnly() throws IOException {
    JsonNode answer = answer(with(form(trace), MAP, "{\"version\":3,"));
    assertEquals("malformed", script(answer).get("status").asText());
    assertTrue(
        script(answer)
            .get("detail")
            .asText()
            .startsWith("The source map “" + MAP + "” came with the request. The source map"),
        answer::toString);
    assertEquals(trace.get("frames"), answer.get("frames"));
  }

  @Test
  void mapOfAScriptThatIsNotOnTheWebIsUsedAlone() throws IOException {
    missing(PLACE);
    JsonNode answer = answer(with(form(trace), MAP, map));
    assertEquals("script-missing", script(answer).get("status").asText());
    assertTrue(answer.at("/symbolication/mapped").asInt() > 100, answer::toString);
  }

  @Test
  void scriptOfAnotherBuildOnTheWebIsNotUsedWithTheMap() throws IOException {
    origin.serve(PLACE, "text/javascript", "let a=1;//# debugId=" + OTHER_ID);
    map.put("debugId", ID);
    JsonNode answer = answer(with(form(trace), MAP, map));
    assertEquals("script-missing", script(answer).get("status").asText());
  }

  @Test
  void twoHundredMapsAreReadAndOneMoreIsRefused() throws IOException {
    RequestSpecification form = with(form(trace), MAP, map);
    for (int i = 1; i < 200; i++) {
      with(form, i + ".js.map", "{}");
    }
    assertUsed(MAP, answer(form));
    RequestSpecification more = form(trace);
    for (int i = 0; i <= 200; i++) {
      with(more, i + ".js.map", "{}");
    }
    JsonNode problem = refused(more, 413, "too-large");
    assertEquals("max-maps", problem.get("limit").asText());
    assertTrue(
        problem.get("detail").asText().endsWith("Send only the maps of the profile's scripts."));
  }

  @Test
  void formatsForLargeFilesTakeNoMaps() throws IOException {
    String events = "{\"traceEvents\":[]}";
    JsonNode problem = refused(with(form(events), MAP, map), 422, "not-available-for-format");
    assertTrue(problem.get("detail").asText().contains("command line with --maps"));
    assertEquals(events, form(events).post("/symbolicate").asString());
  }

  @Test
  void textStaysText() {
    Response answer =
        given()
            .multiPart(
                "profile",
                "stack.txt",
                ("Error\n    at Ee (" + origin.url(PLACE) + ":1:8200)").getBytes(UTF_8),
                "text/plain")
            .multiPart("map", MAP, map.toString().getBytes(UTF_8))
            .post("/symbolicate");
    assertEquals(200, answer.statusCode(), answer::asString);
    assertTrue(answer.contentType().startsWith("text/plain"), answer.contentType());
    assertTrue(answer.asString().contains("mini.ts:"), answer.asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"maps", "wall-time.json"})
  void otherPartIsRefused(String name) throws IOException {
    JsonNode problem =
        refused(
            form(trace).multiPart(name, MAP, map.toString().getBytes(UTF_8)), 422, "not-a-profile");
    assertTrue(problem.get("detail").asText().startsWith("The form has a part “" + name + "”."));
  }

  @Test
  void formHasOneProfile() throws IOException {
    JsonNode none = refused(with(given(), MAP, map), 422, "not-a-profile");
    assertTrue(none.get("detail").asText().startsWith("The form has 0 parts `profile`."));
    JsonNode two =
        refused(form(trace).multiPart("profile", "b.json", trace.toString()), 422, "not-a-profile");
    assertTrue(two.get("detail").asText().startsWith("The form has 2 parts `profile`."));
  }

  @Test
  void mapNeedsAFileName() throws IOException {
    JsonNode problem = refused(form(trace).multiPart("map", map.toString()), 422, "not-a-profile");
    assertTrue(problem.get("detail").asText().contains("no file name"));
  }

  @Test
  void defectOfTheProfileIsShownAsForABareBody() throws IOException {
    JsonNode bare =
        refused(
            given().body("{\"frames\":3,\"resources\":[],\"stacks\":[],\"samples\":[]}"),
            422,
            "not-a-profile");
    JsonNode sent =
        refused(
            form("{\"frames\":3,\"resources\":[],\"stacks\":[],\"samples\":[]}"),
            422,
            "not-a-profile");
    assertEquals(bare, sent);
  }
}

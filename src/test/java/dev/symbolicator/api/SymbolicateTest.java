package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
class SymbolicateTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TestHTTPResource("/symbolicate")
  URI service;

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

  private static Response symbolicate(Object body) {
    return given().contentType("application/json").body(body.toString()).post("/symbolicate");
  }

  @Test
  void frameGetsItsOriginalPositionAndKeepsOtherMembers() throws IOException {
    ((ObjectNode) trace.at("/frames/2")).put("note", "mine");

    JsonNode answer = JSON.readTree(symbolicate(trace).then().statusCode(200).extract().asString());

    JsonNode frame = answer.at("/frames/2");
    String source = answer.get("resources").get(frame.get("resourceId").asInt()).asText();
    assertTrue(source.endsWith("/src/mini.ts"), source);
    assertEquals(trace.get("resources").get(0), answer.get("resources").get(0));
    assertEquals("Ee", trace.at("/frames/2/name").asText());
    assertEquals("mine", frame.get("note").asText());
    assertNotEquals(trace.at("/frames/2/line"), frame.get("line"));
  }

  /** An answer that is to be compressed, a report and a script that is not known need a worker. */
  @Test
  void onlySmallProfileOfKnownScriptsIsAnsweredOnTheEventLoop() {
    ((ArrayNode) trace.get("stacks")).removeAll();
    ((ArrayNode) trace.get("samples")).removeAll();
    ArrayNode frames = (ArrayNode) trace.get("frames");
    while (frames.size() > 16) {
      frames.remove(16);
    }
    try (LogLines log = LogLines.threads("dev.symbolicator.request")) {
      assertFalse(isOnEventLoop(log, given(), ""));
      assertTrue(isOnEventLoop(log, given(), ""));
      assertTrue(isOnEventLoop(log, given(), "?names=qualified"));
      assertFalse(isOnEventLoop(log, given(), "?report=true"));
      assertFalse(isOnEventLoop(log, given().header("Accept-Encoding", "identity;q=0, gzip"), ""));
      trace.put("note", " ".repeat(1 << 18));
      assertFalse(isOnEventLoop(log, given(), ""));
    }
  }

  private static boolean isEventLoop(String thread) {
    return thread.startsWith("vert.x-eventloop-");
  }

  private boolean isOnEventLoop(LogLines log, RequestSpecification request, String query) {
    trace.put("note", trace.path("note").asText() + ' '); // tells the line by its size
    byte[] body = trace.toString().getBytes(StandardCharsets.UTF_8);
    request.body(body).post("/symbolicate" + query).then().statusCode(200);
    String size = "bytes=" + body.length + ",";
    Await.until(() -> log.all().contains(size));
    String line = log.lines().stream().filter(any -> any.contains(size)).findFirst().orElse("");
    return isEventLoop(line);
  }

  @Test
  void namesParameterSelectsQualifiedNames() throws IOException {
    JsonNode v8 = JSON.readTree(symbolicate(trace).asString());
    JsonNode qualified =
        JSON.readTree(
            given().body(trace.toString()).post("/symbolicate?names=qualified").asString());
    assertTrue(v8.findValuesAsText("name").contains("describe"), v8::toString);
    assertTrue(qualified.findValuesAsText("name").contains("Shape.describe"), qualified::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "text/",
        "text/;",
        "/",
        ";",
        "x",
        "text/plain;",
        "text/plain; charset=",
        "text/html, application/json",
        "text/plain\u00e9"
      })
  void stackOfAnyDeclaredTypeIsAnsweredAsPlainText(String type) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(service)
                    .header("Content-Type", type)
                    .POST(HttpRequest.BodyPublishers.ofString("<script>@/a.js:1:1"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer::body);
    assertEquals(
        "text/plain; charset=utf-8",
        answer.headers().firstValue("content-type").orElseThrow().replace(";charset", "; charset"));
  }

  @Test
  void samplesAndStacksKeepTheirBytes() {
    String oddSamples = "\"samples\" : [ {\"timestamp\":2972.734999999404 , \"x\":1e2},\n {} ]";
    String oddStacks = "\"stacks\":[ {\"frameId\": 0}, \"not even a stack\" ]";
    String body =
        "{%s,\"resources\":%s,\"frames\":%s,%s}"
            .formatted(oddSamples, trace.get("resources"), trace.get("frames"), oddStacks);

    String answer = symbolicate(body).then().statusCode(200).extract().asString();

    assertTrue(answer.startsWith("{" + oddSamples + ","));
    assertTrue(answer.endsWith("," + oddStacks + "}"));
    assertNotEquals(body, answer);
  }

  @Test
  void traceIsFoundInAnEnclosingObject() throws IOException {
    ObjectNode page = JSON.createObjectNode().put("duration", 12.5);
    page.set("trace", trace);

    JsonNode answer = JSON.readTree(symbolicate(page).then().statusCode(200).extract().asString());

    assertEquals(JSON.readTree(symbolicate(trace).asString()), answer.get("trace"));
    assertEquals(12.5, answer.get("duration").asDouble());
  }

  @Test
  void symbolicationHeaderCountsMappedFrames() {
    symbolicate(trace)
        .then()
        .statusCode(200)
        .header("Symbolication", matchesPattern("mapped=[1-9]\\d*, total=[1-9]\\d*, pending=0"))
        .header(
            "Server-Timing",
            matchesPattern("read;dur=\\d+\\.\\d+, resolve;dur=\\d+\\.\\d+, write;dur=\\d+\\.\\d+"));
  }

  @Test
  void reportTellsTheOutcomeOfEachScript() {
    given()
        .contentType("application/json")
        .queryParam("report", true)
        .body(trace.toString())
        .post("/symbolicate")
        .then()
        .statusCode(200)
        .body("symbolication.pending", equalTo(0))
        .body("symbolication.scripts.size()", equalTo(1))
        .body("symbolication.scripts[0].url", equalTo(trace.at("/resources/0").asText()))
        .body("symbolication.scripts[0].status", equalTo("found"))
        .body(
            "symbolication.scripts[0].sourceMap",
            equalTo(origin.url("/mini-vite8/assets/mini-BGAwvM7n.js.map")));
  }

  @Test
  void missingScriptIsReportedAndLeavesTheProfileUnchanged() {
    trace.withArray("resources").removeAll().add(origin.url("/gone.js"));

    assertEquals(trace.toString(), symbolicate(trace).then().statusCode(200).extract().asString());

    given()
        .queryParam("report", true)
        .body(trace.toString())
        .post("/symbolicate")
        .then()
        .header("Symbolication", matchesPattern("mapped=0, total=[1-9]\\d*, pending=0"))
        .body("symbolication.scripts[0].status", equalTo("not-found"))
        .body("symbolication.scripts[0].sourceMap", nullValue());
  }

  @Test
  void coldAndWarmAnswersAreEqual() {
    String cold = symbolicate(trace).asString();
    assertEquals(cold, symbolicate(trace).asString());
    assertEquals(1, origin.requests("/mini-vite8/assets/mini-BGAwvM7n.js"));
    assertEquals(1, origin.requests("/mini-vite8/assets/mini-BGAwvM7n.js.map"));
  }

  @Test
  void declaredContentTypeDoesNotMatter() {
    String expected = symbolicate(trace).asString();
    for (String type : new String[] {"text/plain", "application/x-www-form-urlencoded", "x/y"}) {
      assertEquals(
          expected,
          given()
              .config(
                  io.restassured.RestAssured.config()
                      .encoderConfig(
                          io.restassured.config.EncoderConfig.encoderConfig()
                              .encodeContentTypeAs(type, io.restassured.http.ContentType.TEXT)))
              .contentType(type)
              .body(trace.toString())
              .post("/symbolicate")
              .then()
              .statusCode(200)
              .extract()
              .asString());
    }
  }

  @Test
  void requestAndAnswerMayBeCompressed() {
    byte[] plain = trace.toString().getBytes(StandardCharsets.UTF_8);
    byte[] expected = given().body(plain).post("/symbolicate").asByteArray();
    Response answer =
        given()
            .header("Content-Encoding", "gzip")
            .header("Accept-Encoding", "gzip")
            .body(Encode.gzip(plain))
            .post("/symbolicate");

    assertEquals("gzip", answer.header("Content-Encoding"));
    assertEquals("Accept-Encoding", answer.header("Vary"));
    assertArrayEquals(expected, answer.asByteArray());
  }

  @Test
  void urlOfAPageIsNotFetched() {
    trace.withArray("resources").removeAll().add(origin.url("/reset?token=secret"));

    symbolicate(trace).then().statusCode(200);

    assertEquals(0, origin.requests());
  }
}

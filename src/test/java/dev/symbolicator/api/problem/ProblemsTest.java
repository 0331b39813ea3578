package dev.symbolicator.api.problem;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.blankOrNullString;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.FaultyResource;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@Tag("service")
@TestProfile(TightLimits.class)
public class ProblemsTest {
  private static final String EMPTY =
      "{'frames':[],'resources':[],'stacks':[],'samples':[]}".replace('\'', '"');

  @Inject ByteBudget budget;

  private static Response symbolicate(String body) {
    return given().body(body.getBytes(StandardCharsets.UTF_8)).post("/symbolicate");
  }

  public static ValidatableResponse assertProblem(Response response, int status, String kind) {
    return response
        .then()
        .statusCode(status)
        .contentType("application/problem+json")
        .body("type", equalTo("urn:profile-symbolicator:problem:" + kind))
        .body("status", equalTo(status))
        .body("title", not(blankOrNullString()))
        .body("detail", not(blankOrNullString()));
  }

  @Test
  void malformedJsonIsA400WithTheByteOffset() {
    assertProblem(symbolicate("{\"frames\":[}"), 400, "not-json")
        .body("offset", equalTo(11))
        .body(
            "detail",
            equalTo("'}' cannot stand here in JSON. Send the whole profile as JSON in UTF-8."));
  }

  @Test
  void malformedUtf8IsA400WithTheByteOffset() {
    byte[] latin1 = "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertProblem(given().body(latin1).post("/symbolicate"), 400, "not-json")
        .body("offset", equalTo(6));
  }

  @Test
  void emptyBodyIsA400() {
    assertProblem(given().post("/symbolicate"), 400, "not-json").body("offset", equalTo(0));
  }

  @Test
  void bodyWithAFalseContentEncodingIsA400() {
    assertProblem(
        given().header("Content-Encoding", "gzip").body(EMPTY).post("/symbolicate"),
        400,
        "corrupt-body");
  }

  @ParameterizedTest
  @CsvSource({"names,shouted", "report,perhaps", "incomplete,later", "reprot,true"})
  void unknownParameterOrValueIsA400(String name, String value) {
    assertProblem(
            given().queryParam(name, value).body(EMPTY).post("/symbolicate"), 400, "bad-parameter")
        .body("detail", containsString("query parameter " + name));
  }

  @Test
  void repeatedParameterIsA400() {
    assertProblem(
        given().queryParam("report", "true", "false").body(EMPTY).post("/symbolicate"),
        400,
        "bad-parameter");
  }

  @Test
  void formWithoutAProfileIsA422ThatNamesThePart() {
    assertProblem(
            given()
                .multiPart("file", "trace.json", EMPTY.getBytes(StandardCharsets.UTF_8))
                .post("/symbolicate"),
            422,
            "not-a-profile")
        .body(
            "detail",
            equalTo(
                "The form has no part `wall-time.json`, in which Datadog's SDK sends the profile."
                    + " To send a file, use curl --data-binary @file."));
  }

  @ParameterizedTest
  @CsvSource({"/nothing", "/q/nothing", "/symbolicate/more", "/demo/nothing.js"})
  void unknownPathIsA404(String path) {
    assertProblem(given().get(path), 404, "not-found");
  }

  @Test
  void wrongMethodIsA405WithAllow() {
    assertProblem(given().get("/symbolicate"), 405, "method-not-allowed")
        .header("Allow", containsString("POST"));
  }

  @Test
  void optionsNameTheMethodsThatAreAnswered() {
    given().options("/symbolicate").then().statusCode(200).header("Allow", "OPTIONS, POST");
    given().options("/source-maps").then().header("Allow", "DELETE, GET, HEAD, OPTIONS, POST, PUT");
  }

  @Test
  void bodyAtTheLimitIsRead() {
    String body = EMPTY + " ".repeat(TightLimits.MAX_BODY_SIZE - EMPTY.length());
    assertEquals(body, symbolicate(body).then().statusCode(200).extract().asString());
  }

  @Test
  void bodyOneByteOverTheLimitIsA413() {
    String body = EMPTY + " ".repeat(TightLimits.MAX_BODY_SIZE - EMPTY.length() + 1);
    assertProblem(symbolicate(body), 413, "too-large")
        .body("limit", equalTo("symbolicator.http.max-body-size"))
        .body("detail", containsString("64 KiB"));
  }

  @Test
  void bodyThatInflatesPastTheLimitIsA413() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(" ".repeat(TightLimits.MAX_BODY_SIZE + 1).getBytes(StandardCharsets.UTF_8));
    }
    assertProblem(
        given().header("Content-Encoding", "gzip").body(zipped.toByteArray()).post("/symbolicate"),
        413,
        "too-large");
  }

  @Test
  void nestingPastTheLimitIsA413WithTheLimit() {
    String nested = "{\"x\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}";
    assertProblem(symbolicate(nested), 413, "too-large").body("limit", equalTo("max-nesting"));
  }

  @Test
  void unknownContentCodingIsA415() {
    assertProblem(
            given().header("Content-Encoding", "compress").body(EMPTY).post("/symbolicate"),
            415,
            "unsupported-coding")
        .body(
            "detail",
            equalTo(
                "The Content-Encoding is unknown: compress. Send the body plain, or in gzip,"
                    + " deflate, br or zstd."));
  }

  @Test
  void jsonOtherThanAProfileIsA422() {
    assertProblem(symbolicate("{\"hello\":1}"), 422, "not-a-profile").body("pointer", equalTo(""));
  }

  @Test
  void valueOfTheWrongKindIsA422WithItsPointer() {
    String body = EMPTY.replace("\"frames\":[]", "\"frames\":[{\"name\":1}]");
    assertProblem(symbolicate(body), 422, "not-a-profile")
        .body("pointer", equalTo("/frames/0/name"));
  }

  @Test
  void bugIsA500WithoutInternals() {
    String body =
        assertProblem(given().get("/test/fault"), 500, "internal-error").extract().asString();
    assertEquals(-1, body.indexOf(FaultyResource.SECRET));
    assertEquals(-1, body.indexOf("Exception"));
  }

  @Test
  void bodyBeyondTheFreeBudgetIsA503WithRetryAfter() {
    Await.until(() -> budget.used() == 0); // Earlier requests give memory back after their answers.
    try (ByteBudget.Lease others = budget.open()) {
      assertTrue(others.grow(budget.limit() - budget.used()));
      assertProblem(symbolicate(EMPTY), 503, "overloaded").header("Retry-After", "1");
    }
    symbolicate(EMPTY).then().statusCode(200);
  }

  @Test
  void profileLargerThanTheWholeBudgetIsA413() {
    // A frame takes many times its size in memory, all frames more than this test's budget.
    String frames = "{\"resourceId\":0},".repeat(3_700) + "{}";
    String body =
        EMPTY
            .replace("\"resources\":[]", "\"resources\":[\"x:y\"]")
            .replace("\"frames\":[]", "\"frames\":[" + frames + "]");
    assertProblem(symbolicate(body), 413, "too-large")
        .body("limit", equalTo("symbolicator.memory.max-bytes-in-flight"));
  }
}

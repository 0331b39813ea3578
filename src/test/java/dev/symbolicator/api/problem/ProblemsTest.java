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
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hamcrest.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  private record Case(
      String name, Supplier<Response> sent, int status, String kind, Map<String, Matcher<?>> has) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case body(
      String name, String body, int status, String kind, Map<String, Matcher<?>> has) {
    return new Case(name, () -> symbolicate(body), status, kind, has);
  }

  private static Case parameter(String name, String... values) {
    return new Case(
        name,
        () -> given().queryParam(name, (Object[]) values).body(EMPTY).post("/symbolicate"),
        400,
        "bad-parameter",
        Map.of("detail", containsString("query parameter " + name)));
  }

  private static Case path(String path) {
    return new Case(path, () -> given().get(path), 404, "not-found", Map.of());
  }

  private static Case coded(
      String coding, byte[] body, int status, String kind, Map<String, Matcher<?>> has) {
    return new Case(
        coding,
        () -> given().header("Content-Encoding", coding).body(body).post("/symbolicate"),
        status,
        kind,
        has);
  }

  static Stream<Case> problems() {
    byte[] latin1 = "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] file = EMPTY.getBytes(StandardCharsets.UTF_8);
    // A frame takes many times its size in memory, all frames more than this test's budget.
    String frames = "{\"resourceId\":0},".repeat(3_700) + "{}";
    return Stream.of(
        body(
            "malformed JSON",
            "{\"frames\":[}",
            400,
            "not-json",
            Map.of(
                "offset",
                equalTo(11),
                "detail",
                equalTo(
                    "'}' cannot stand here in JSON. Send the whole profile as JSON in UTF-8."))),
        new Case(
            "malformed UTF-8",
            () -> given().body(latin1).post("/symbolicate"),
            400,
            "not-json",
            Map.of("offset", equalTo(6))),
        new Case(
            "no body",
            () -> given().post("/symbolicate"),
            400,
            "not-json",
            Map.of("offset", equalTo(0))),
        coded("gzip", file, 400, "corrupt-body", Map.of()),
        parameter("names", "shouted"),
        parameter("report", "perhaps"),
        parameter("incomplete", "later"),
        parameter("reprot", "true"),
        parameter("report", "true", "false"),
        new Case(
            "a form without a profile",
            () -> given().multiPart("file", "trace.json", file).post("/symbolicate"),
            422,
            "not-a-profile",
            Map.of(
                "detail",
                equalTo(
                    "The form has neither a part `profile`, nor a part `wall-time.json`, in which"
                        + " Datadog's SDK sends the profile. To send a file, use curl -F"
                        + " profile=@file, or curl --data-binary @file."))),
        path("/nothing"),
        path("/q/nothing"),
        path("/symbolicate/more"),
        path("/demo/nothing.js"),
        body(
            "one byte over the limit",
            EMPTY + " ".repeat(TightLimits.MAX_BODY_SIZE - EMPTY.length() + 1),
            413,
            "too-large",
            Map.of(
                "limit", equalTo("symbolicator.http.max-body-size"),
                "detail", containsString("64 KiB"))),
        coded(
            "gzip",
            Encode.gzip(" ".repeat(TightLimits.MAX_BODY_SIZE + 1).getBytes(StandardCharsets.UTF_8)),
            413,
            "too-large",
            Map.of()),
        body(
            "nesting past the limit",
            "{\"x\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}",
            413,
            "too-large",
            Map.of("limit", equalTo("max-nesting"))),
        coded(
            "compress",
            file,
            415,
            "unsupported-coding",
            Map.of(
                "detail",
                equalTo(
                    "The Content-Encoding is unknown: compress. Send the body plain, or in gzip,"
                        + " deflate, br or zstd."))),
        body("no profile", "{\"hello\":1}", 422, "not-a-profile", Map.of("pointer", equalTo(""))),
        body(
            "a value of the wrong kind",
            EMPTY.replace("\"frames\":[]", "\"frames\":[{\"name\":1}]"),
            422,
            "not-a-profile",
            Map.of("pointer", equalTo("/frames/0/name"))),
        body(
            "more memory than the whole budget",
            EMPTY
                .replace("\"resources\":[]", "\"resources\":[\"x:y\"]")
                .replace("\"frames\":[]", "\"frames\":[" + frames + "]"),
            413,
            "too-large",
            Map.of("limit", equalTo("symbolicator.memory.max-bytes-in-flight"))));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void badRequestIsAnsweredWithItsProblem(Case bad) {
    ValidatableResponse answer = assertProblem(bad.sent().get(), bad.status(), bad.kind());
    bad.has().forEach(answer::body);
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
}

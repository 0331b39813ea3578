package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.Tenants;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class TokensTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final String EMPTY =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";

  @TestHTTPResource URI service;

  private static RequestSpecification with(String authorization) {
    return given().header("Authorization", authorization);
  }

  private static ValidatableResponse symbolicate(RequestSpecification request, String profile) {
    return request.body(profile.getBytes(StandardCharsets.UTF_8)).post("/symbolicate").then();
  }

  private static void assertUnauthorized(ValidatableResponse answer) {
    answer
        .statusCode(401)
        .header("WWW-Authenticate", "Bearer")
        .contentType("application/problem+json")
        .body("type", equalTo("urn:profile-symbolicator:problem:unauthorized"));
  }

  @Test
  void readingNeedsAToken() {
    assertUnauthorized(symbolicate(given(), EMPTY));
    assertUnauthorized(given().body("{\"scripts\":[]}").post("/scripts/warm").then());
    assertUnauthorized(given().get("/scripts/functions?script=http://a.b/c.js").then());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer ",
        Tenants.SHOP,
        "Basic " + Tenants.SHOP,
        "Bearer" + Tenants.SHOP,
        "Bearer x" + Tenants.SHOP,
        "Bearer " + Tenants.SHOP + " x",
        "Bearer " + Tenants.SHOP + ", Bearer " + Tenants.SHOP,
        "Bearer " + Tenants.SHOP + "é"
      })
  void otherAuthorizationIsRefused(String authorization) {
    assertUnauthorized(symbolicate(with(authorization), EMPTY));
  }

  @Test
  void repeatedHeaderIsRefused() {
    String bearer = "Bearer " + Tenants.SHOP;
    assertUnauthorized(symbolicate(given().header("Authorization", bearer, bearer), EMPTY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer " + Tenants.SHOP,
        "bearer  " + Tenants.SHOP_READER,
        "BEARER " + Tenants.NEWS
      })
  void tokenThatMayReadIsAdmitted(String authorization) {
    symbolicate(with(authorization), EMPTY).statusCode(200);
    with(authorization).body("{\"scripts\":[]}").post("/scripts/warm").then().statusCode(200);
  }

  @Test
  void tokenThatMayOnlyUploadDoesNotRead() {
    symbolicate(with("Bearer " + Tenants.SHOP_UPLOADER), EMPTY)
        .statusCode(403)
        .contentType("application/problem+json")
        .body("type", equalTo("urn:profile-symbolicator:problem:forbidden"))
        .body(
            "detail",
            equalTo(
                "The token uploader lacks the right read. Use another token, or have the operator"
                    + " add the right to symbolicator.access.tokens.uploader.rights."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/q/health",
        "/q/metrics",
        "/q/openapi",
        "/",
        "/page/app.mjs",
        "/demo/",
        "/demo/trace.json"
      })
  void operationAndPageNeedNoToken(String path) {
    given().get(path).then().statusCode(200);
  }

  /** The answer comes although the body never does. */
  @Test
  void refusedRequestIsAnsweredBeforeItsBody() throws IOException {
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      client.setSoTimeout(READ_TIMEOUT_MILLIS);
      String request = "POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Length: 30000000\r\n\r\n{";
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 401".length());
      assertEquals("HTTP/1.1 401", new String(answer, StandardCharsets.US_ASCII));
    }
  }

  private static String scriptOf(String token, String profile) {
    return with("Bearer " + token)
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?report=true")
        .then()
        .statusCode(200)
        .extract()
        .path("symbolication.scripts[0].status");
  }

  private static String profileOf(String script) {
    return "{\"frames\":[{\"name\":\"f\",\"line\":1,\"column\":3,\"resourceId\":0}],"
        + "\"resources\":[\""
        + script
        + "\"],\"stacks\":[],\"samples\":[]}";
  }

  @Test
  void scopesShareNoScript() {
    try (TestOrigin origin = TestOrigin.start()) {
      Profiles.serve(origin, "/tenants.js");
      String profile = profileOf(origin.url("/tenants.js"));
      for (String token : List.of(Tenants.SHOP, Tenants.SHOP_READER)) {
        assertEquals("found", scriptOf(token, profile));
        assertEquals(1, origin.requests("/tenants.js"));
      }
      assertEquals("found", scriptOf(Tenants.NEWS, profile));
      assertEquals(2, origin.requests("/tenants.js"));
    }
  }

  @Test
  void scopesShareNoMiss() {
    try (TestOrigin origin = TestOrigin.start()) {
      String profile = profileOf(origin.url("/lost.js"));
      for (String token : List.of(Tenants.SHOP, Tenants.NEWS, Tenants.SHOP, Tenants.NEWS)) {
        assertEquals("not-found", scriptOf(token, profile));
      }
      assertEquals(2, origin.requests("/lost.js"));
    }
  }

  @Test
  void scopesShareNoDataScript() {
    try (TestOrigin origin = TestOrigin.start()) {
      String script = "f=a=>a\n//# sourceMappingURL=" + origin.url("/data.js.map");
      String profile =
          profileOf("data:text/javascript," + script.replace("\n", "%0A").replace("#", "%23"));
      for (String token : List.of(Tenants.SHOP, Tenants.SHOP, Tenants.NEWS)) {
        assertEquals("not-found", scriptOf(token, profile));
      }
      assertEquals(2, origin.requests("/data.js.map"));
    }
  }

  /** Event loops leave their lines to another thread. */
  private static void awaitLine(LogLines log, String fields) {
    Await.until(() -> log.of("dev.symbolicator.request").toString().contains(fields));
  }

  @Test
  void logNamesTheTokenAndNeverItsValue() {
    try (LogLines log = LogLines.listen()) {
      symbolicate(with("Bearer " + Tenants.SHOP_READER), EMPTY).statusCode(200);
      symbolicate(with("Bearer " + Tenants.SHOP_UPLOADER), EMPTY).statusCode(403);
      symbolicate(with("Bearer " + Tenants.NEWS), "{}").statusCode(422);
      symbolicate(with("Bearer x" + Tenants.NEWS), EMPTY).statusCode(401);
      awaitLine(log, "scope=shop, scripts=0, status=200, statuses=, token=reader}");
      awaitLine(log, "scope=shop, status=403, token=uploader}");
      awaitLine(log, "status=422, token=news}");
      awaitLine(log, "{problem=unauthorized, status=401}");
      assertFalse(log.all().contains("0123456789abcdef"), log.all());
    }
  }
}

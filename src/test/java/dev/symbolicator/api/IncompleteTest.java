package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.OneOrigin;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
@Tag("service")
@TestProfile(OneOrigin.class)
class IncompleteTest {
  private static final String REJECT = "&incomplete=reject";
  private static final String MAPPED = "mapped=1, total=1, pending=0";
  private static final String UNMAPPED = "mapped=0, total=1, pending=0";

  private final TestOrigin origin = TestOrigin.start();

  @AfterEach
  void close() {
    origin.close();
  }

  @Test
  void profileIsIncompleteWhileItsOriginHangs() {
    failsThenRecovers(request -> {}, "timed-out", 1);
  }

  @Test
  void profileIsIncompleteWhileItsOriginIsUnavailable() {
    failsThenRecovers(
        request -> request.response().setStatusCode(503).end(), "unreachable", 2); // with a retry
  }

  /**
   * Checks that failures are not remembered like lasting misses, whose minute is longer than this
   * test waits.
   */
  private void failsThenRecovers(Handler<HttpServerRequest> fault, String status, int fetches) {
    origin.handle("/app.js", fault);
    post(REJECT)
        .statusCode(503)
        .header("Retry-After", "2")
        .body("type", equalTo("urn:profile-symbolicator:problem:incomplete"))
        .body("retryAfter", nullValue()) // only the header has it
        .body("detail", startsWith("1 of the 1 scripts "))
        .body("scripts.url", equalTo(List.of(origin.url("/app.js"))))
        .body("scripts.status", equalTo(List.of(status)));
    assertEquals(fetches, origin.requests("/app.js"));
    post("")
        .statusCode(200)
        .header("Symbolication", UNMAPPED)
        .body("symbolication.scripts[0].status", equalTo(status));

    int before = origin.requests("/app.js");
    Profiles.serve(origin, "/app.js");
    Await.until(() -> post(REJECT).extract().statusCode() == 200);
    post("").statusCode(200).header("Symbolication", MAPPED);
    assertEquals(before + 1, origin.requests("/app.js"), "requests after recovery");
  }

  @Test
  void retryAfterOfTheOriginIsCappedAtTheBreakerPause() {
    origin.handle(
        "/app.js",
        request -> request.response().setStatusCode(429).putHeader("retry-after", "100000").end());
    post(REJECT).statusCode(503).header("Retry-After", "30"); // the breaker's pause
    int left = secondsUntilTheNextTry("/other.js");
    assertTrue(left > 2 && left <= 30, "Retry-After: " + left);
    assertEquals(0, origin.requests("/other.js"));
  }

  @Test
  void retryAfterIsTheRestOfTheBreakerPause() {
    origin.handle("/app.js", request -> request.response().setStatusCode(503).end());
    for (int failure = 1; failure <= 5; failure++) { // FetchLimits.breakerFailures
      Profiles.post(origin.url("/app.js?" + failure), REJECT).statusCode(503);
    }
    int left = secondsUntilTheNextTry("/other.js");
    assertTrue(left > 2 && left <= 30, "Retry-After: " + left);
  }

  private int secondsUntilTheNextTry(String path) {
    ValidatableResponse answer = Profiles.post(origin.url(path), REJECT).statusCode(503);
    return Integer.parseInt(answer.extract().header("Retry-After"));
  }

  @Test
  void acceptedIncompleteAnswerReportsTheFailure() {
    origin
        .serve("/app.js", "text/javascript", Profiles.script("/app.js"))
        .handle("/app.js.map", request -> request.response().setStatusCode(500).end());
    post("")
        .statusCode(200)
        .header("Symbolication", UNMAPPED)
        .body("symbolication.scripts[0].status", equalTo("unreachable"))
        .body("symbolication.scripts[0].detail", containsString("status 500"));
    post(REJECT).statusCode(503);
  }

  @Test
  void unavailableSourcesMakeAProfileIncompleteColdAndWarm() {
    Profiles.serve(origin, "/app.js");
    origin.handle("/a.ts", request -> request.response().setStatusCode(503).end());
    for (int request = 1; request <= 2; request++) {
      post(REJECT)
          .statusCode(503)
          .header("Retry-After", "60") // the shortest time until sources are fetched again
          .body("detail", startsWith("1 of the 1 scripts "));
      post("")
          .statusCode(200)
          .header("Symbolication", MAPPED)
          .body("symbolication.scripts[0].status", equalTo("found"))
          .body("symbolication.scripts[0].detail", containsString("could not be fetched yet"));
    }
    assertEquals(1, origin.requests("/app.js"));
  }

  @Test
  void missingSourcesMakeNoProfileIncomplete() {
    Profiles.serve(origin, "/app.js");
    post(REJECT).statusCode(200).header("Symbolication", MAPPED);
    assertEquals(1, origin.requests("/a.ts"));
  }

  /** With this list, a pipeline can send the profile without the frames of these scripts. */
  @Test
  void problemListsOnlyTheMissingScripts() {
    Profiles.serve(origin, "/app.js");
    origin.handle("/busy.js", request -> request.response().setStatusCode(503).end());
    String busy = origin.url("/busy.js?token=theirs");
    String frames =
        Stream.of(0, 1, 2)
            .map("{\"name\":\"f\",\"line\":1,\"column\":1,\"resourceId\":%d}"::formatted)
            .collect(Collectors.joining(","));
    String profile =
        "{\"frames\":[%s],\"resources\":[\"%s\",\"%s\",\"%s\"],\"samples\":[],\"stacks\":[]}"
            .formatted(frames, origin.url("/app.js"), busy, origin.url("/gone.js"));
    given()
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?incomplete=reject")
        .then()
        .statusCode(503)
        .body("detail", startsWith("1 of the 3 scripts "))
        .body("scripts.url", equalTo(List.of(busy)))
        .body("scripts[0].status", equalTo("unreachable"))
        .body("scripts[0].detail", containsString("status 503"));
  }

  @Test
  void lastingFailuresMakeNoProfileIncomplete(@TempDir Path directory) {
    TestCertificate selfSigned = TestCertificate.create(directory, "localhost");
    TestOrigin untrusted =
        TestOrigin.start(
            new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(0)
                .setSsl(true)
                .setKeyCertOptions(selfSigned.keyCertOptions()));
    origin
        .serve("/plain.js", "text/javascript", "f()")
        .serve("/page.js", "text/html", "<p>")
        .handle("/forbidden.js", request -> request.response().setStatusCode(403).end())
        .redirect("/circle.js", "/circle.js");
    for (String script :
        new String[] {
          origin.url("/gone.js"),
          origin.url("/plain.js"),
          origin.url("/page.js"),
          origin.url("/forbidden.js"),
          origin.url("/circle.js"),
          untrusted.url("/app.js"),
          "http://169.254.169.254/app.js",
          "blob:x"
        }) {
      Profiles.post(script, REJECT).statusCode(200).header("Symbolication", UNMAPPED);
    }
    untrusted.close();
  }

  private ValidatableResponse post(String query) {
    return Profiles.post(origin.url("/app.js"), query);
  }
}

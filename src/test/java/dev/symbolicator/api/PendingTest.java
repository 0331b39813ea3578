package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.api.problem.ProblemsTest;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class PendingTest {
  @Test
  void lateScriptIsReportedAndReadyForALaterRequest() {
    try (TestOrigin origin = TestOrigin.start()) {
      CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
      Profiles.serve(origin, "/app.js");
      origin.handle("/app.js", held::complete);
      String script = origin.url("/app.js");

      Profiles.post(script, "")
          .statusCode(200)
          .header("Symbolication", "mapped=0, total=1, pending=1")
          .body("symbolication.pending", equalTo(1))
          .body("symbolication.scripts.size()", equalTo(1))
          .body("symbolication.scripts[0].url", equalTo(script))
          .body("symbolication.scripts[0].status", equalTo("pending"));
      Profiles.post(script, "&incomplete=reject").statusCode(503).header("Retry-After", "1");

      Await.value(held)
          .response()
          .putHeader("content-type", "text/javascript")
          .end(Profiles.script("/app.js"));
      Await.until(() -> origin.requests("/app.js.map") == 1);
      // The table may need another moment to compile, and several on a machine that stalls.
      String reject = "&incomplete=reject";
      Await.until(() -> Profiles.post(script, reject).extract().statusCode() == 200);
      Profiles.post(script, reject)
          .statusCode(200)
          .header("Symbolication", "mapped=1, total=1, pending=0")
          .body("symbolication.pending", equalTo(0))
          .body("symbolication.scripts[0].status", equalTo("found"));
      assertEquals(1, origin.requests("/app.js"));
      assertEquals(1, origin.requests("/app.js.map"));
    }
  }

  @Test
  void dictionaryOfAPendingScriptIsForLater() {
    try (TestOrigin origin = TestOrigin.start()) {
      CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
      Profiles.serve(origin, "/app.js");
      origin.handle("/app.js", held::complete);
      String path = "/scripts/functions?script=" + origin.url("/app.js");
      given()
          .get(path)
          .then()
          .statusCode(503)
          .header("Retry-After", "1")
          .body("type", equalTo("urn:profile-symbolicator:problem:incomplete"))
          .body("scripts[0].status", equalTo("pending"));
      Await.value(held)
          .response()
          .putHeader("content-type", "text/javascript")
          .end(Profiles.script("/app.js"));
      Await.until(() -> given().get(path).statusCode() == 200);
    }
  }

  @Test
  void rejectAnswersPendingScriptsWith503() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle("/slow.js", request -> {});
      String body =
          """
          {"frames":[{"name":"f","line":1,"column":1,"resourceId":0}],"resources":["%s"],\
          "stacks":[],"samples":[]}"""
              .formatted(origin.url("/slow.js"));

      ProblemsTest.assertProblem(
              given()
                  .queryParam("incomplete", "reject")
                  .body(body.getBytes(StandardCharsets.UTF_8))
                  .post("/symbolicate"),
              503,
              "incomplete")
          .header("Retry-After", "1");
      given()
          .body(body.getBytes(StandardCharsets.UTF_8))
          .post("/symbolicate")
          .then()
          .statusCode(200)
          .header("Symbolication", "mapped=0, total=1, pending=1")
          .body(equalTo(body));
    }
  }
}

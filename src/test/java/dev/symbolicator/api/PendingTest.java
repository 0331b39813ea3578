package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.symbolicator.api.problem.ProblemsTest;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class PendingTest {
  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

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

  /** The socket's own buffers hold a part of the answer, so it must be larger than these. */
  private static final int MANY_FUNCTIONS = 60_000;

  @Test
  void clientThatDoesNotReadTheDictionaryLosesItsConnection() throws IOException {
    try (TestOrigin origin = TestOrigin.start();
        LogLines log = LogLines.listen()) {
      StringBuilder script = new StringBuilder();
      for (int i = 0; i < MANY_FUNCTIONS; i++) {
        script.append("function f").append(i).append("(){}");
      }
      origin
          .serve("/many.js", "text/javascript", script + "\n//# sourceMappingURL=many.js.map")
          .serve(
              "/many.js.map",
              "application/json",
              "{\"version\":3,\"sources\":[\"src/many.ts\"],\"names\":[],\"mappings\":\"AAAA\",\"sourcesContent\":[\"%s\"]}"
                  .formatted(script));
      String path = "/scripts/functions?script=" + origin.url("/many.js");
      Await.until(() -> given().head(path).statusCode() == 200);
      try (Socket client = new Socket()) {
        client.setReceiveBufferSize(1 << 12);
        client.connect(new InetSocketAddress(service.getHost(), service.getPort()));
        client
            .getOutputStream()
            .write("GET %s HTTP/1.1\r\nHost: x\r\n\r\n".formatted(path).getBytes(UTF_8));
        Await.until(() -> log.all().contains("did not read the answer in time"));
        byte[] part = read(client.getInputStream());
        String end =
            new String(part, Math.max(0, part.length - 5), Math.min(5, part.length), UTF_8);
        assertNotEquals("0\r\n\r\n", end);
      }
      Await.until(() -> budget.used() == 0);
    }
  }

  /** Reads what came before the connection was reset. */
  private static byte[] read(InputStream in) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    try {
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        all.write(piece, 0, length);
      }
    } catch (IOException reset) {
      // As it should be.
    }
    return all.toByteArray();
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

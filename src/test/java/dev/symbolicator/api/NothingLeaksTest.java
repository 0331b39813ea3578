package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Strings planted in every field of a request turn up neither in logs nor in metrics. */
@QuarkusTest
class NothingLeaksTest {
  private static final String CANARY = "canary7d1f";

  @TestHTTPResource URI service;

  private final PatternFormatter formatter = new PatternFormatter("%c %m %X %e");
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged(formatter.format(ExtLogRecord.wrap(record)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    handler.setLevel(Level.ALL);
    Logger.getLogger("").addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    Logger.getLogger("").removeHandler(handler);
  }

  /** Takes note of a line of the log. */
  void logged(String line) {
    logged.add(line);
  }

  List<String> logged() {
    return logged;
  }

  @Test
  void whatAProfileHoldsStaysInTheProfile() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin
          .serve("/a.js", "text/javascript", "f()//# sourceMappingURL=a.map?" + CANARY)
          .serve("/a.map", "application/json", "{\"version\":3,\"sources\":[\"" + CANARY + "\"]}")
          .redirect("/r.js", "/missing.js?" + CANARY);
      post(
          "/symbolicate?report=true",
          profile(
              origin.url("/a.js?token=" + CANARY),
              origin.url("/r.js#" + CANARY),
              "http://" + CANARY + "@127.0.0.1:1/u.js",
              "http://[" + CANARY,
              CANARY + ":x",
              "http://127.0.0.1:1/closed.js?" + CANARY,
              "data:text/javascript," + CANARY));
      post("/symbolicate", "{\"frames\":" + CANARY);
      post("/symbolicate", "{\"" + CANARY + "\":1}");
      post("/symbolicate?names=" + CANARY, "{}");
      post("/symbolicate?x=" + CANARY, "{}");
      post("/" + CANARY, "{}");
      sendTarget("/" + CANARY + "%zz");
      given().header("Content-Encoding", CANARY).body("{}").post("/symbolicate");
    }

    assertTrue(logged.stream().anyMatch(line -> line.contains("symbolicated a profile")));
    assertFalse(logged.stream().anyMatch(line -> line.contains(CANARY)), logged::toString);
    String metrics = given().get("/q/metrics").then().statusCode(200).extract().asString();
    assertTrue(metrics.contains("symbolicator_frames_total{outcome=\"unmapped\"}"), metrics);
    assertFalse(metrics.contains(CANARY));
  }

  private static void post(String path, String body) {
    given().body(body.getBytes(StandardCharsets.UTF_8)).post(path);
  }

  private void sendTarget(String target) {
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      String request = "GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String profile(String... resources) {
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < resources.length; i++) {
      frames.append(i == 0 ? "" : ",");
      frames.append(
          "{\"name\":\"%s\",\"line\":1,\"column\":1,\"resourceId\":%d,\"%s\":\"%s\"}"
              .formatted(CANARY, i, CANARY, CANARY));
    }
    return "{\"frames\":[%s],\"resources\":[\"%s\"],\"samples\":[{\"x\":\"%s\"}],\"stacks\":[]}"
        .formatted(frames, String.join("\",\"", resources), CANARY);
  }
}

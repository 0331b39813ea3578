package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Plants strings in every field of a request, of the origins' answers and of their maps. None may
 * appear in logs or metrics. The values of configured headers and the texts of sources may not
 * appear in answers either.
 */
@QuarkusTest
@Tag("service")
@TestProfile(NothingLeaksTest.WithHeader.class)
class NothingLeaksTest {
  private static final String CANARY = "ca9a7d1f";
  private static final String UNSEEN = "5ec2e7d1f0aa";
  private static final String TRACE = "00-%s-%s-01".formatted(CANARY.repeat(4), CANARY.repeat(2));
  private static final List<String> HEADERS =
      List.of(
          "User-Agent", "Referer",
          "Origin", "Cookie",
          "Authorization", "traceparent",
          "tracestate", "Content-Type",
          "Content-Encoding", "Accept-Encoding",
          "X-Forwarded-For", "X-Request-ID");

  /** Makes each run request a script that is not cached. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** Configures a header for an origin, at an address where nothing else listens. */
  public static class WithHeader implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "symbolicator.fetch.origin.leaky.url",
          "http://127.0.77.1:" + freePort(),
          "symbolicator.fetch.origin.leaky.headers.X-Key",
          UNSEEN);
    }

    private static int freePort() {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.77.1"))) {
        return free.getLocalPort();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @TestHTTPResource URI service;

  @ConfigProperty(name = "symbolicator.fetch.origin.leaky.url")
  URI configured;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> answers = new CopyOnWriteArrayList<>();

  private LogLines log;

  @BeforeEach
  void listen() {
    log = LogLines.listen();
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  List<String> logged() {
    return log.lines();
  }

  @Test
  void plantedStringsAppearInNoLogAndNoMetric() {
    try (TestOrigin origin = TestOrigin.start(configured.getHost(), configured.getPort())) {
      serve(origin);
      String profile =
          profile(
              origin.url("/a.js?token=" + CANARY + RUNS.incrementAndGet()),
              origin.url("/b.js"),
              origin.url("/c.js"),
              origin.url("/r.js#" + CANARY),
              origin.url("/s.js"),
              "http://" + CANARY + "@127.0.0.1:1/u.js",
              "http://[" + CANARY,
              CANARY + ":x",
              "http://127.0.0.1:1/closed.js?" + CANARY,
              "http://" + CANARY + ".invalid/host.js",
              "data:text/javascript," + CANARY);
      post("/symbolicate?report=true", profile);
      post("/symbolicate?incomplete=reject", profile);
      post("/symbolicate", "{\"frames\":" + CANARY);
      post("/symbolicate", "{\"" + CANARY + "\":1}");
      post("/symbolicate?names=" + CANARY, "{}");
      post("/symbolicate?x=" + CANARY, "{}");
      post("/" + CANARY, "{}");
      post("/scripts/warm", profile);
      post("/scripts/warm", "{\"scripts\":" + CANARY);
      post("/scripts/warm", "{\"scripts\":{\"" + CANARY + "\":1}}");
      post(
          "/scripts/warm",
          "{\"%s\":\"%s\",\"scripts\":[\"%s\",\"http://%s.invalid/host.js\",\"%s:x\"]}"
              .formatted(CANARY, CANARY, origin.url("/a.js?warm=" + CANARY), CANARY, CANARY));
      sendTarget("/" + CANARY + "%zz");
      for (String header : HEADERS) {
        answers.add(
            given()
                .header(header, header.equals("traceparent") ? TRACE : CANARY)
                .body(profile.getBytes(StandardCharsets.UTF_8))
                .post("/symbolicate")
                .asString());
      }
      assertTrue(sent.contains(UNSEEN), "the configured header was not sent");
    }

    List<String> logged = logged();
    String all = String.join("\n", answers);
    assertTrue(all.contains("problem:incomplete"), "no answer lists missing scripts");
    assertTrue(all.contains(CANARY + ".ts"), "no answer has a source's path");
    assertTrue(all.contains("\"name\":\"name" + CANARY), "no answer has a map's name");
    assertFalse(all.contains(UNSEEN), all);
    assertTrue(logged.stream().anyMatch(line -> line.contains("symbolicated a profile")));
    assertTrue(logged.stream().anyMatch(line -> line.contains("loaded scripts in advance")));
    String metrics = given().get("/q/metrics").then().statusCode(200).extract().asString();
    assertTrue(metrics.contains("symbolicator_frames_total{outcome=\"unmapped\"}"), metrics);
    for (String planted : List.of(CANARY, UNSEEN)) {
      assertFalse(logged.stream().anyMatch(line -> line.contains(planted)), logged::toString);
      assertFalse(metrics.contains(planted), metrics);
    }
  }

  private void serve(TestOrigin origin) {
    String map =
        """
        {"version":3,"file":"%1$s","sourceRoot":"/%1$s/","sources":["%1$s.ts"],
         "sourcesContent":["function name%1$s(){ x('%2$s') }"],"names":["%1$s"],
         "%1$s":"%1$s","x_google_ignoreList":["%1$s"],"mappings":"%3$s"}
        """;
    origin
        .handle(
            "/a.js",
            request -> {
              sent.add(String.valueOf(request.getHeader("X-Key")));
              request
                  .response()
                  .putHeader("SourceMap", "a.map?" + CANARY)
                  .putHeader("ETag", "\"" + CANARY + "\"")
                  .putHeader("Last-Modified", CANARY)
                  .putHeader("Cache-Control", "max-age=" + CANARY)
                  .putHeader("X-" + CANARY, CANARY)
                  .end("function " + CANARY + "(){}");
            })
        .serve("/a.map", "application/json", map.formatted(CANARY, UNSEEN, "AAAA,SAAS,QAAY"))
        .serve("/b.js", "text/javascript", "f()//# sourceMappingURL=b.map?" + CANARY)
        .serve("/b.map", "application/json", map.formatted(CANARY, UNSEEN, CANARY + "!"))
        .serve("/c.js", "text/javascript", "f()//# sourceMappingURL=http://[" + CANARY)
        .redirect("/r.js", "http://" + CANARY + ".invalid/missing.js?" + CANARY)
        .handle(
            "/s.js",
            request -> request.response().putHeader("Content-Encoding", CANARY).end(CANARY));
  }

  private void post(String path, String body) {
    answers.add(given().body(body.getBytes(StandardCharsets.UTF_8)).post(path).asString());
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
          "{\"name\":\"%s\",\"line\":1,\"column\":18,\"resourceId\":%d,\"%s\":\"%s\"}"
              .formatted(CANARY, i, CANARY, CANARY));
    }
    return "{\"frames\":[%s],\"resources\":[\"%s\"],\"samples\":[{\"x\":\"%s\"}],\"stacks\":[]}"
        .formatted(frames, String.join("\",\"", resources), CANARY);
  }
}

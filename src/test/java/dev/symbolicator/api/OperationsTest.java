package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
class OperationsTest {
  @ParameterizedTest
  @ValueSource(strings = {"/q/health/live", "/q/health/ready", "/q/health/started"})
  void probesAreUp(String path) {
    given().get(path).then().statusCode(200).body("status", equalTo("UP"));
  }

  @Test
  void healthTellsTheStatesOfDiskAndRedis() {
    given()
        .get("/q/health")
        .then()
        .statusCode(200)
        .body("checks.find { it.data?.disk != null }.data.disk", equalTo("off"))
        .body("checks.find { it.data?.redis != null }.data.redis", equalTo("off"));
  }

  @Test
  void requestsFramesAndScriptsAreCounted() {
    try (TestOrigin origin = TestOrigin.start()) {
      String trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString();
      List<String> metrics =
          List.of(
              "symbolicator_requests_total{outcome=\"symbolicated\"}",
              "symbolicator_requests_total{outcome=\"not-json\"}",
              "symbolicator_frames_total{outcome=\"mapped\"}",
              "symbolicator_scripts_total{outcome=\"found\"}",
              "symbolicator_cache_total{result=\"hit\"}",
              "symbolicator_cache_total{result=\"miss\"}");
      List<Long> before = metrics.stream().map(OperationsTest::metric).toList();

      symbolicate(trace);
      symbolicate(trace);
      symbolicate("{");

      List<Long> counted =
          IntStream.range(0, metrics.size())
              .mapToObj(i -> metric(metrics.get(i)) - before.get(i))
              .toList();
      assertEquals(List.of(2L, 1L, 336L, 2L, 1L, 1L), counted);
    }
  }

  @Test
  void scriptsBeyondTheLimitAreSkipped() {
    List<String> frames =
        IntStream.rangeClosed(0, 200)
            .mapToObj("{\"name\":\"f\",\"line\":1,\"column\":1,\"resourceId\":%d}"::formatted)
            .toList();
    List<String> resources =
        IntStream.rangeClosed(0, 200).mapToObj("\"blob:%d\""::formatted).toList();
    String body =
        "{\"frames\":%s,\"resources\":%s,\"stacks\":[],\"samples\":[]}"
            .formatted(frames, resources);

    given()
        .queryParam("report", true)
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate")
        .then()
        .statusCode(200)
        .body("symbolication.scripts[199].status", equalTo("unsupported"))
        .body("symbolication.scripts[200].status", equalTo("skipped"));
  }

  private static void symbolicate(String body) {
    given().body(body.getBytes(StandardCharsets.UTF_8)).post("/symbolicate");
  }

  private static long metric(String name) {
    Matcher line =
        Pattern.compile("(?m)^" + Pattern.quote(name) + " (.+)$")
            .matcher(given().get("/q/metrics").asString());
    return line.find() ? (long) Double.parseDouble(line.group(1)) : 0;
  }
}

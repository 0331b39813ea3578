package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class LargeTraceTest {
  private static final int SAMPLES = 100_000;
  private static final int STACKS = 150_000;

  @Test
  void samplesAndStacksOfALargeTraceKeepTheirBytes() {
    try (TestOrigin origin = TestOrigin.start()) {
      var trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin);
      int frames = trace.get("frames").size();
      String samplesAndStacks = samplesAndStacks(frames);
      String body =
          "{\"frames\":%s,\"resources\":%s,%s}"
              .formatted(trace.get("frames"), trace.get("resources"), samplesAndStacks);
      assertTrue(body.length() > 10_000_000, "only " + body.length());

      String answer =
          given()
              .body(body.getBytes(StandardCharsets.UTF_8))
              .post("/symbolicate")
              .then()
              .statusCode(200)
              .extract()
              .asString();

      assertTrue(answer.endsWith(samplesAndStacks + "}"));
      assertTrue(answer.contains("/src/mini.ts"));
      assertEquals(
          body.length() - body.indexOf("\"samples\""),
          answer.length() - answer.indexOf("\"samples\""));
    }
  }

  private static String samplesAndStacks(int frames) {
    StringBuilder json = new StringBuilder("\"samples\":[");
    for (int i = 0; i < SAMPLES; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"timestamp\":")
          .append(String.format(Locale.ROOT, "%.12f", 1000 + i * 10.01))
          .append(",\"stackId\":")
          .append(i % STACKS)
          .append(",\"marker\":\"script\"}");
    }
    json.append("],\"stacks\":[");
    for (int i = 0; i < STACKS; i++) {
      json.append(i == 0 ? "" : ",").append("{\"frameId\":").append(i % frames);
      json.append(i < 2 ? "}" : ",\"parentId\":" + (i / 2) + "}");
    }
    return json.append("]").toString();
  }
}

package dev.symbolicator;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real traces, symbolicated through HTTP, against the right answer of every frame. */
@QuarkusTest
class AccuracyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the service a user would write by hand reaches on the shared corpus. */
  private static final double SHARED_CORPUS = 0.9907;

  /** Our own cases have more of what a lookup alone gets wrong: inlining by swc, classes in ES5. */
  private static final double OWN_CASES = 0.979;

  @Test
  void sourceAndLineAreRightOnOurOwnCases() throws IOException {
    assertAccurate(RecordedCase.own(), OWN_CASES);
  }

  @Test
  void sourceAndLineAreRightOnTheSharedCorpus() throws IOException {
    List<RecordedCase> cases = RecordedCase.shared();
    assumeFalse(cases.isEmpty(), "../shared/corpus is absent");
    assertAccurate(cases, SHARED_CORPUS);
  }

  private static void assertAccurate(List<RecordedCase> cases, double share) throws IOException {
    int frames = 0;
    int right = 0;
    int wrongNames = 0;
    try (TestOrigin origin = TestOrigin.start()) {
      for (RecordedCase recorded : cases) {
        ObjectNode trace = recorded.serveFrom(origin).trace(origin);
        JsonNode answer = symbolicate(trace);
        for (JsonNode row : recorded.truth()) {
          frames++;
          right += isRight(answer, row) ? 1 : 0;
          wrongNames += isWrongName(answer, row, trace) ? 1 : 0;
        }
      }
    }
    assertEquals(0, wrongNames);
    assertTrue(right >= share * frames, right + " of " + frames);
  }

  private static JsonNode symbolicate(ObjectNode trace) throws IOException {
    JsonNode answer =
        JSON.readTree(
            given()
                .body(trace.toString().getBytes(StandardCharsets.UTF_8))
                .post("/symbolicate")
                .then()
                .statusCode(200)
                .extract()
                .asByteArray());
    assertEquals(trace.get("samples"), answer.get("samples"));
    assertEquals(trace.get("stacks"), answer.get("stacks"));
    assertEquals(trace.get("frames").size(), answer.get("frames").size());
    return answer;
  }

  /** A name that is neither right nor the trace's own is a false statement. */
  private static boolean isWrongName(JsonNode answer, JsonNode row, JsonNode trace) {
    int frame = row.get("frameIndex").asInt();
    JsonNode name = answer.get("frames").get(frame).get("name");
    return !name.equals(trace.get("frames").get(frame).get("name"))
        && !name.equals(row.at("/original/name"));
  }

  private static boolean isRight(JsonNode answer, JsonNode row) {
    JsonNode frame = answer.get("frames").get(row.get("frameIndex").asInt());
    String source = answer.get("resources").get(frame.get("resourceId").asInt()).asText();
    JsonNode original = row.get("original");
    return isSameSource(source, original.get("source").asText())
        && frame.get("line").asInt() == original.get("line").asInt();
  }

  /** The truth names sources relative to the build, the answer by URL: compares path ends. */
  private static boolean isSameSource(String got, String want) {
    String a = "/" + path(got);
    String b = "/" + path(want);
    return a.endsWith(b) || b.endsWith(a);
  }

  private static String path(String source) {
    String path = source.replaceFirst("^[a-z-]+://[^/]*/", "").replaceFirst("[?#].*$", "");
    return path.replaceAll("(^|/)(\\.{1,2}/)+", "$1");
  }
}

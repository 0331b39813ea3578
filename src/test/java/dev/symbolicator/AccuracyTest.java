package dev.symbolicator;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class AccuracyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WITHOUT_SOURCES = "esbuild-nosources";

  @Test
  void ownCasesReachThePromisedAccuracy() throws IOException {
    score(with(RecordedCase.own(), true)).assertPromised();
  }

  @Test
  void sharedCorpusReachesThePromisedAccuracy() throws IOException {
    List<RecordedCase> cases = with(RecordedCase.shared(), true);
    assumeFalse(cases.isEmpty(), "../shared/corpus is absent");
    score(cases).assertPromised();
  }

  @Test
  void mostNamesAreRightWithoutOriginalTexts() throws IOException {
    AnswerScore score = score(with(RecordedCase.own(), false));
    assertTrue(score.names() >= 85, score::toString);
  }

  private static List<RecordedCase> with(List<RecordedCase> cases, boolean sources) {
    return cases.stream()
        .filter(recorded -> recorded.name().equals(WITHOUT_SOURCES) != sources)
        .toList();
  }

  private static AnswerScore score(List<RecordedCase> cases) throws IOException {
    AnswerScore score = new AnswerScore();
    try (TestOrigin origin = TestOrigin.start()) {
      for (RecordedCase recorded : cases) {
        ObjectNode trace = recorded.serveFrom(origin).trace(origin);
        JsonNode answer = symbolicate(trace);
        recorded.truth().forEach(row -> score.add(trace, answer, row));
      }
    }
    return score;
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
}

package dev.symbolicator;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Symbolicates traces of a build while the copy of another build under its URL is fresh. */
@QuarkusTest
@Tag("service")
class OtherBuildTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final RecordedCase OLD = RecordedCase.own("webpack-es5");
  private static final RecordedCase NEW = RecordedCase.own("mini-rollup-terser");

  private final AtomicInteger conditional = new AtomicInteger();

  private void deploy(TestOrigin origin, RecordedCase build, String file) {
    serve(origin, "/app.js", build.folder().resolve(file), file + ".map", "app.js.map");
    serve(origin, "/app.js.map", build.folder().resolve(file + ".map"), "", "");
  }

  private void serve(TestOrigin origin, String path, Path file, String link, String newLink) {
    String text;
    try {
      text =
          Files.readString(file).replace("sourceMappingURL=" + link, "sourceMappingURL=" + newLink);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    String tag = "\"" + text.hashCode() + "\"";
    origin.handle(
        path,
        request -> {
          String known = request.getHeader("if-none-match");
          conditional.addAndGet(known == null ? 0 : 1);
          request.response().putHeader("content-type", "text/javascript");
          request.response().putHeader("cache-control", "max-age=600").putHeader("etag", tag);
          if (tag.equals(known)) {
            request.response().setStatusCode(304).end();
          } else {
            request.response().end(text);
          }
        });
  }

  private static ObjectNode trace(TestOrigin origin, List<JsonNode> rows) {
    ObjectNode trace = JSON.createObjectNode();
    trace.putArray("resources").add(origin.url("/app.js"));
    trace.putArray("stacks");
    trace.putArray("samples");
    ArrayNode frames = trace.putArray("frames");
    for (JsonNode row : rows) {
      ObjectNode frame = frames.addObject().put("resourceId", 0);
      List.of("name", "line", "column")
          .forEach(member -> frame.set(member, row.get("generated").get(member)));
    }
    return trace;
  }

  private static JsonNode symbolicate(ObjectNode trace) throws IOException {
    return JSON.readTree(
        given()
            .body(trace.toString().getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate?report=true")
            .then()
            .statusCode(200)
            .extract()
            .asByteArray());
  }

  /** Returns rows whose functions are in the middle of the app. */
  private static List<JsonNode> rows(RecordedCase build, int count) {
    return build.truth().subList(40, 40 + count);
  }

  private static int right(JsonNode answer, List<JsonNode> rows) {
    return (int)
        IntStream.range(0, rows.size())
            .filter(
                i -> {
                  JsonNode frame = answer.get("frames").get(i);
                  JsonNode original = rows.get(i).get("original");
                  String source =
                      answer.get("resources").get(frame.get("resourceId").asInt()).asText();
                  return AnswerScore.isSameSource(source, original.get("source").asText())
                      && frame.get("line").equals(original.get("line"));
                })
            .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void newBuildIsFetchedOnceForItsFirstTrace(int frames) throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      deploy(origin, OLD, "main.js");
      List<JsonNode> old = rows(OLD, frames);
      assertEquals(frames, right(symbolicate(trace(origin, old)), old));
      deploy(origin, NEW, "mini.js");
      List<JsonNode> rows = rows(NEW, frames);
      for (int i = 0; i < 2; i++) {
        assertEquals(frames, right(symbolicate(trace(origin, rows)), rows));
        assertEquals(2, origin.requests("/app.js"));
        assertEquals(1, conditional.get());
      }
    }
  }

  @Test
  void traceOfBuildThatIsNotDeployedStaysUnchanged() throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      deploy(origin, OLD, "main.js");
      List<JsonNode> old = rows(OLD, 4);
      assertEquals(4, right(symbolicate(trace(origin, old)), old));
      ObjectNode other = trace(origin, rows(NEW, 4));
      for (int i = 0; i < 3; i++) {
        JsonNode answer = symbolicate(other);
        assertEquals(other.get("frames"), answer.get("frames"));
        assertEquals("mismatch", answer.at("/symbolication/scripts/0/status").asText());
        assertEquals(4, answer.at("/symbolication/strange").asInt());
        assertEquals(2, origin.requests("/app.js"));
        assertEquals(1, conditional.get());
      }
    }
  }
}

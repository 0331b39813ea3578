package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.script.ScriptStatus;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@Tag("service")
class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TestHTTPResource URI service;

  private static JsonNode document() throws IOException {
    return JSON.readTree(given().get("/q/openapi?format=json").asByteArray());
  }

  private static JsonNode operation() throws IOException {
    return document().at("/paths/~1symbolicate/post");
  }

  private static JsonNode example(JsonNode message) {
    return message.get("content").elements().next().get("example");
  }

  private String here(JsonNode example) {
    return example.toString().replace("http://localhost:8080/", service.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "/q/openapi, */*, application/yaml",
    "/q/openapi, 'application/json, */*;q=0.5', application/json",
    "/q/openapi?format=json, application/yaml, application/json",
    "/q/openapi?format=yaml, application/json, application/yaml",
    "/q/openapi.json, application/yaml, application/json",
    "/q/openapi.yml, application/json, application/yaml"
  })
  void documentHasTheFormThatIsNamedFirst(String path, String accepted, String mediaType) {
    given()
        .accept(accepted)
        .get(path)
        .then()
        .statusCode(200)
        .contentType(startsWith(mediaType))
        .body(containsString("/symbolicate"));
  }

  @Test
  void bothFormsSayTheSame() throws IOException {
    byte[] yaml = given().get("/q/openapi").asByteArray();
    assertEquals(new ObjectMapper(new YAMLFactory()).readTree(yaml), document());
  }

  @Test
  void otherExtensionIsNotFound() {
    given().get("/q/openapi.xml").then().statusCode(404);
  }

  @Test
  void exampleRequestGetsTheExampleAnswer() throws IOException {
    JsonNode post = operation();
    String trace = here(example(post.get("requestBody")));

    byte[] answer =
        given()
            .body(trace.getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate")
            .then()
            .statusCode(200)
            .extract()
            .asByteArray();

    assertEquals(JSON.readTree(here(example(post.at("/responses/200")))), JSON.readTree(answer));
  }

  @Test
  void exampleProblemIsTheAnswerToAWrongValue() throws IOException {
    String trace =
        "{'frames':[{'name':1,'line':1}],'resources':[],'stacks':[],'samples':[]}"
            .replace('\'', '"');
    byte[] answer =
        given().body(trace.getBytes(StandardCharsets.UTF_8)).post("/symbolicate").asByteArray();

    assertEquals(example(operation().at("/responses/422")), JSON.readTree(answer));
  }

  @Test
  void everyProblemStatusIsDescribed() throws IOException {
    Set<String> statuses = new HashSet<>();
    for (JsonNode path : document().get("paths")) {
      for (JsonNode described : path) {
        described.get("responses").fieldNames().forEachRemaining(statuses::add);
      }
    }
    for (Problem.ProblemKind kind : Problem.ProblemKind.values()) {
      int status = Problem.of(kind, "").status();
      boolean elsewhere = status >= 404 && status <= 406;
      assertTrue(elsewhere || statuses.contains(Integer.toString(status)), kind.name());
    }
  }

  @Test
  void everyMemberOfAnExplanationIsDescribed() throws IOException {
    JsonNode described = document().at("/components/schemas/ExplainedScript/properties");
    JsonNode answer =
        JSON.readTree(
            given()
                .urlEncodingEnabled(true)
                .queryParam("script", service.resolve("/demo/app.min.js").toString())
                .queryParam("release", "1")
                .get("/source-maps/explain")
                .then()
                .statusCode(200)
                .extract()
                .asByteArray());

    answer.fieldNames().forEachRemaining(name -> assertTrue(described.has(name), name));
    JsonNode step = described.at("/steps/items/properties");
    for (JsonNode each : answer.get("steps")) {
      each.fieldNames().forEachRemaining(name -> assertTrue(step.has(name), name));
      assertTrue(step.at("/place/enum").toString().contains(each.get("place").toString()));
    }
  }

  @Test
  void everyOutcomeOfAnUploadIsListed() throws IOException {
    List<String> listed = new ArrayList<>();
    document()
        .at("/components/schemas/UploadReport/properties/scripts/items/properties/outcome/enum")
        .forEach(outcome -> listed.add(outcome.asText()));
    assertEquals(Stream.of(ScriptOutcome.values()).map(ScriptOutcome::label).toList(), listed);
  }

  @Test
  void everyStatusOfAScriptIsListed() throws IOException {
    List<String> listed = new ArrayList<>();
    document()
        .at("/components/schemas/Scripts/items/properties/status/enum")
        .forEach(status -> listed.add(status.asText()));
    assertEquals(Stream.of(ScriptStatus.values()).map(ScriptStatus::label).toList(), listed);
  }
}

package dev.symbolicator.api.maps;

import static dev.symbolicator.api.maps.Uploads.as;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.Tenants;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class UploadedAccuracyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @AfterEach
  void deleteUploads() {
    delete();
  }

  private static void delete() {
    List<String> ids = Uploads.list(Tenants.SHOP).extract().path("entries.id");
    ids.forEach(id -> Uploads.delete(Tenants.SHOP, "id", id).statusCode(204));
  }

  @Test
  void ownCasesScoreAsWithPublicMaps() throws IOException {
    assertEqualScores(RecordedCase.own());
  }

  @Test
  void sharedCorpusScoresAsWithPublicMaps() throws IOException {
    List<RecordedCase> cases = RecordedCase.shared();
    assumeFalse(cases.isEmpty(), "../shared/corpus is absent");
    assertEqualScores(cases);
  }

  private static void assertEqualScores(List<RecordedCase> cases) throws IOException {
    for (RecordedCase recorded : cases) {
      assertEquals(
          score(recorded, false).toString(), score(recorded, true).toString(), recorded.name());
      delete(); // Cases share scripts, whose maps differ.
    }
  }

  private static AnswerScore score(RecordedCase recorded, boolean isUploaded) throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      recorded.serveFrom(origin);
      Map<String, byte[]> files = Uploads.filesOf(recorded);
      if (isUploaded) {
        files.keySet().stream()
            .filter(UploadedAccuracyTest::isMap)
            .map(path -> "/" + recorded.name() + "/" + path)
            .forEach(
                path ->
                    origin.handle(path, request -> request.response().setStatusCode(404).end()));
        upload(files, origin.url("/" + recorded.name() + "/"));
      }
      AnswerScore score = new AnswerScore();
      ObjectNode trace = recorded.trace(origin);
      JsonNode answer = symbolicate(trace);
      recorded.truth().forEach(row -> score.add(trace, answer, row));
      return score;
    }
  }

  private static void upload(Map<String, byte[]> files, String base) throws IOException {
    Map<String, byte[]> build = new LinkedHashMap<>(files);
    build.keySet().removeIf(path -> !path.endsWith(".js") && !isMap(path));
    // No archive holds the headers that name a map, so that map has to lie beside its script.
    JsonNode headers = JSON.readTree(files.get("case.json")).path("headers");
    headers
        .properties()
        .forEach(
            file -> {
              String map = file.getValue().path("SourceMap").asText().replaceFirst("^/", "");
              if (files.containsKey(map)) {
                build.put(file.getKey().substring(1) + ".map", files.get(map));
              }
            });
    Uploads.post(Tenants.SHOP, Archives.tarGzip(build), "base", base).statusCode(201);
  }

  private static boolean isMap(String path) {
    return path.endsWith(".map");
  }

  private static JsonNode symbolicate(ObjectNode trace) throws IOException {
    return JSON.readTree(
        as(Tenants.SHOP)
            .body(trace.toString().getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate")
            .then()
            .statusCode(200)
            .extract()
            .asByteArray());
  }
}

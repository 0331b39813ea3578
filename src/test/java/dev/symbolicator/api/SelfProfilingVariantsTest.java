package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class SelfProfilingVariantsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path VARIANTS = Path.of("../shared/formats/self-profiling-variants");

  @Test
  void traceWithoutReachableScriptsComesBackByteForByteWithItsMarkers() throws IOException {
    assumeTrue(Files.isDirectory(VARIANTS), VARIANTS + " is absent");
    List<Path> traces;
    try (Stream<Path> files = Files.walk(VARIANTS)) {
      traces = files.filter(file -> file.endsWith("trace.json")).sorted().toList();
    }
    int markers = 0;
    for (Path trace : traces) {
      byte[] body = Files.readAllBytes(trace);
      String answer =
          given().body(body).post("/symbolicate").then().statusCode(200).extract().asString();
      assertEquals(new String(body, StandardCharsets.UTF_8), answer, trace::toString);
      for (JsonNode sample : JSON.readTree(answer).get("samples")) {
        markers += sample.has("marker") ? 1 : 0;
      }
    }
    assertTrue(traces.size() >= 12);
    assertTrue(markers > 0);
  }
}

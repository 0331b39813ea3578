package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class MetricsTest {
  private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (symbolicator_\\w+) ");
  private static final Pattern DOCUMENTED = Pattern.compile("`(symbolicator_\\w+?)(?:_total)?`");

  /** Without uploaded maps, which this service has not, there are no figures of them. */
  private static final Set<String> OF_UPLOADED_MAPS =
      Set.of("symbolicator_maps_entries", "symbolicator_maps_bytes", "symbolicator_maps_failures");

  @Test
  void tableOfFiguresNamesThoseThatAreServed() throws IOException {
    symbolicateMinified();
    given().body("{").post("/symbolicate");
    String table =
        Files.readAllLines(Path.of("docs/api.md")).stream()
            .filter(line -> line.startsWith("| `symbolicator_"))
            .map(line -> line.split("\\|", 3)[1])
            .collect(Collectors.joining());
    Set<String> served = names(FAMILY, metrics());
    served.removeIf(name -> name.endsWith("_seconds_max") || name.endsWith("request_bytes_max"));
    served.addAll(OF_UPLOADED_MAPS);
    assertEquals(
        served.stream().map(name -> name.replaceFirst("_total$", "")).collect(Collectors.toSet()),
        names(DOCUMENTED, table));
  }

  @Test
  void tableNamesEveryOutcomeOfAFetch() throws IOException {
    String row =
        Files.readAllLines(Path.of("docs/api.md")).stream()
            .filter(line -> line.startsWith("| `symbolicator_fetch_seconds`"))
            .findFirst()
            .orElseThrow();
    Set<String> outcomes = new TreeSet<>(List.of("fetched", "not-modified"));
    Arrays.stream(FetchFailure.Kind.values())
        .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .forEach(outcomes::add);
    assertEquals(outcomes, names(Pattern.compile("`([a-z-]+)`"), row.split("`outcome`", 2)[1]));
  }

  @Test
  void timesAndSizesHaveBuckets() {
    symbolicateMinified();
    List.of(
            "http_server_requests_seconds_bucket{method=\"POST\",outcome=\"SUCCESS\","
                + "status=\"200\",uri=\"/symbolicate\",le=\"0.25\"}",
            "symbolicator_compile_seconds_bucket{le=\"2.5\"}",
            "symbolicator_fetch_seconds_bucket{kind=\"script\",outcome=\"fetched\",le=\"10.0\"}",
            "symbolicator_fetch_seconds_bucket{kind=\"map\",outcome=\"fetched\",le=\"0.01\"}",
            "symbolicator_queue_seconds_bucket{queue=\"fetches\",le=\"0.01\"}",
            "symbolicator_queue_seconds_bucket{queue=\"compilations\",le=\"0.01\"}",
            "symbolicator_queue_seconds_bucket{queue=\"profiles\",le=\"0.01\"}",
            "symbolicator_request_bytes_bucket{direction=\"received\",le=\"131072.0\"}",
            "symbolicator_request_bytes_bucket{direction=\"sent\",le=\"131072.0\"}")
        .forEach(MetricsTest::awaitSeries);
  }

  @Test
  void endpointKeepsItsPathInErrors() throws IOException {
    JsonNode document =
        new ObjectMapper().readTree(given().get("/q/openapi?format=json").asByteArray());
    for (String path : names(Pattern.compile("(/.*)"), fields(document.get("paths")))) {
      given().patch(path.replaceAll("\\{.*?}", "some")).then().statusCode(405);
      String uri = path.startsWith("/api/0/") ? "/api/0" : path.equals("/") ? "root" : path;
      awaitSeries(
          "http_server_requests_seconds_count{method=\"PATCH\",outcome=\"CLIENT_ERROR\","
              + "status=\"405\",uri=\"%s\"}".formatted(uri));
    }
  }

  @Test
  void unknownPathsAreOneSeries() {
    given().get("/nowhere/1").then().statusCode(404);
    given().get("/nowhere/2").then().statusCode(404);
    given().get("/symbolicate/3").then().statusCode(404);
    awaitSeries("status=\"404\",uri=\"/unknown\"");
    Set<String> uris = names(Pattern.compile("uri=\"([^\"]*)\""), metrics());
    assertTrue(uris.stream().noneMatch(uri -> uri.contains("nowhere") || uri.endsWith("/3")));
  }

  @Test
  void limitsStandBesideTheirUse() {
    for (String figure : List.of("requests_active", "connections_active", "fetches_active")) {
      assertTrue(value("symbolicator_" + figure) < value(limit("symbolicator_" + figure)));
    }
    assertTrue(value("symbolicator_bytes_in_flight_max") >= value("symbolicator_bytes_in_flight"));
    assertEquals(0, value("symbolicator_disk_max_bytes")); // as configured for tests
    assertEquals(2000, value("symbolicator_requests_max"));
    assertEquals(1000, value("symbolicator_connections_max"));
  }

  @Test
  void versionIsATag() {
    assertEquals(1, value("symbolicator_build_info{version=\"0.1.0\"}"));
  }

  private static String limit(String figure) {
    return figure.replaceFirst("active$", "max");
  }

  private static void symbolicateMinified() {
    try (TestOrigin origin = TestOrigin.start()) {
      String trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString();
      given()
          .body(trace.getBytes(StandardCharsets.UTF_8))
          .post("/symbolicate")
          .then()
          .statusCode(200);
    }
  }

  private static String metrics() {
    return given().get("/q/metrics").asString();
  }

  private static String fields(JsonNode object) {
    StringBuilder fields = new StringBuilder();
    object.fieldNames().forEachRemaining(name -> fields.append(name).append('\n'));
    return fields.toString();
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A request is counted once its answer has been sent, which its client may see earlier. */
  private static void awaitSeries(String series) {
    try {
      Await.until(() -> metrics().contains(series));
    } catch (AssertionError late) {
      throw new AssertionError("no " + series + " in\n" + metrics(), late);
    }
  }

  private static double value(String series) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .findFirst()
        .orElseThrow();
  }
}

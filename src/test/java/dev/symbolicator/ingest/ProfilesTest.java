package dev.symbolicator.ingest;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The door for browsers, with a folder behind it. */
@QuarkusTest
@Tag("service")
@TestProfile(OpenDoor.class)
class ProfilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ConfigProperty(name = "symbolicator.sink.directory")
  Path folder;

  private TestOrigin origin;
  private ObjectNode trace;

  @BeforeEach
  void serve() throws IOException {
    origin = TestOrigin.start();
    trace = RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin);
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private static RequestSpecification from(String page) {
    return given().header("Origin", page).contentType("text/plain");
  }

  private static Response post(RequestSpecification request) {
    return request.queryParam("token", OpenDoor.COLLECTOR).post("/profiles");
  }

  private static JsonNode problem(int status, String type, Response response) throws IOException {
    assertEquals(status, response.statusCode(), response::asString);
    JsonNode problem = JSON.readTree(response.asString());
    assertTrue(problem.get("type").asText().endsWith(":" + type), problem::toString);
    return problem;
  }

  private List<String> kept() {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return lines;
  }

  private JsonNode last() throws IOException {
    List<String> lines = kept();
    return JSON.readTree(lines.get(lines.size() - 1));
  }

  @Test
  void profileIsSymbolicatedAndKeptBeforeItIsAcknowledged() throws IOException {
    ObjectNode outer = JSON.createObjectNode().put("page", "/cart").put("release", "1.4.2");
    outer.set("trace", trace);
    String pretty = outer.toPrettyString();
    int before = kept().size();
    Response response = post(from(OpenDoor.ORIGIN).body(pretty));
    assertEquals(202, response.statusCode(), response::asString);
    assertEquals("", response.asString());
    assertEquals(OpenDoor.ORIGIN, response.header("Access-Control-Allow-Origin"));
    assertEquals("Origin", response.header("Vary"));
    assertEquals(before + 1, kept().size(), "in one line, though it was sent in many");
    JsonNode kept = last();
    assertEquals("/cart", kept.get("page").asText());
    assertTrue(kept.toString().contains("\"name\":\"describe\""), kept::toString);
    assertEquals(trace.get("samples"), kept.at("/trace/samples"));
  }

  @Test
  void folderShowsItsBytesBesideTheirLimit() {
    assertEquals(202, post(from(OpenDoor.ORIGIN).body(trace.toString())).statusCode());
    String metrics = given().get("/q/metrics").asString();
    assertTrue(metrics.contains("\nsymbolicator_sink_bytes "), metrics);
    assertTrue(metrics.contains("\nsymbolicator_sink_max_bytes "), metrics);
  }

  @Test
  void gzipNeedsNoHeader() throws IOException {
    byte[] gzip = Encode.gzip(trace.toString().getBytes(UTF_8));
    assertEquals(202, post(from(OpenDoor.ORIGIN).body(gzip)).statusCode());
    assertTrue(last().toString().contains("\"name\":\"describe\""));
  }

  @Test
  void pagesOfOtherOriginsAreRefused() throws IOException {
    int before = kept().size();
    for (RequestSpecification request :
        List.of(
            from("https://evil.example"),
            from("https://shop.example.evil.example"),
            from("http://shop.example"),
            from("null"),
            from(OpenDoor.ORIGIN).header("Origin", "https://evil.example"),
            given().contentType("text/plain"))) {
      Response response = post(request.body(trace.toString()));
      assertTrue(
          problem(403, "forbidden", response)
              .get("detail")
              .asText()
              .contains("symbolicator.ingest.origins"));
      assertNull(response.header("Access-Control-Allow-Origin"));
    }
    assertEquals(before, kept().size());
  }

  @Test
  void onlyTokensForPagesAreTakenAndOnlyHere() throws IOException {
    RequestSpecification bare = from(OpenDoor.ORIGIN).body(trace.toString());
    problem(401, "unauthorized", bare.post("/profiles"));
    problem(401, "unauthorized", bare.queryParam("token", "x").post("/profiles"));
    for (String token : List.of(OpenDoor.READER, OpenDoor.BOTH)) {
      Response response =
          from(OpenDoor.ORIGIN).body("{}").queryParam("token", token).post("/profiles");
      JsonNode problem = problem(403, "forbidden", response);
      assertFalse(problem.toString().contains(token));
    }
    Response header =
        from(OpenDoor.ORIGIN)
            .header("Authorization", "Bearer " + OpenDoor.COLLECTOR)
            .body(trace.toString())
            .post("/profiles");
    problem(401, "unauthorized", header);
    problem(
        403,
        "forbidden",
        given()
            .header("Authorization", "Bearer " + OpenDoor.COLLECTOR)
            .body(trace.toString())
            .post("/symbolicate"));
    problem(
        401,
        "unauthorized",
        given().queryParam("token", OpenDoor.READER).body(trace.toString()).post("/symbolicate"));
  }

  @Test
  void whatIsNoProfileIsRefusedInWordsThatThePageCanRead() throws IOException {
    Response noProfile = post(from(OpenDoor.ORIGIN).body("{\"frames\":1}"));
    problem(422, "not-a-profile", noProfile);
    assertEquals(OpenDoor.ORIGIN, noProfile.header("Access-Control-Allow-Origin"));
    problem(400, "not-json", post(from(OpenDoor.ORIGIN).body("{")));
    String other = "{\"nodes\":[],\"startTime\":1,\"endTime\":2,\"samples\":[],\"timeDeltas\":[]}";
    problem(422, "not-a-profile", post(from(OpenDoor.ORIGIN).body(other)));
  }

  @Test
  void largeBodiesAreRefusedAsSentAndInflated() throws IOException {
    String spaces = " ".repeat(OpenDoor.MAX_BODY_SIZE - trace.toString().length());
    assertEquals(202, post(from(OpenDoor.ORIGIN).body(spaces + trace)).statusCode());
    for (Object body :
        List.of(spaces + " " + trace, Encode.gzip((spaces + " " + trace).getBytes(UTF_8)))) {
      RequestSpecification request = from(OpenDoor.ORIGIN);
      Response response =
          post(body instanceof byte[] bytes ? request.body(bytes) : request.body((String) body));
      assertEquals(
          "symbolicator.ingest.max-body-size",
          problem(413, "too-large", response).get("limit").asText());
    }
  }

  /** Without a length nothing is known of the body before it comes. */
  @Test
  void largeBodyIsRefusedWhileItComes() throws Exception {
    URI door = URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/profiles?token=");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(door + OpenDoor.COLLECTOR))
            .header("Origin", OpenDoor.ORIGIN)
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(new byte[2 * OpenDoor.MAX_BODY_SIZE])))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(413, response.statusCode(), response::body);
    assertTrue(response.body().contains("symbolicator.ingest.max-body-size"), response::body);
  }

  @Test
  void linesAreJsonThatEveryReaderTakes() {
    String text = "\\ud800 \\ud83d\\ude00 \\\\ud800 \\udc00\\ud800";
    String body =
        "\ufeff"
            + trace
                .toString()
                .replaceFirst("[{]", "{\"x\":\"" + Matcher.quoteReplacement(text) + "\",\r\n");
    assertEquals(202, post(from(OpenDoor.ORIGIN).body(body.getBytes(UTF_8))).statusCode());
    List<String> lines = kept();
    String line = lines.get(lines.size() - 1);
    assertTrue(
        line.startsWith("   {\"x\":\"\\ufffd \\ud83d\\ude00 \\\\ud800 \\ufffd\\ufffd\",  "), line);
  }

  /** What stands before the last address that is no proxy's, the client itself may have sent. */
  @Test
  void addressesBehindProxiesAreSlowedDown() throws IOException {
    for (int i = 0; i < OpenDoor.MAX_PER_ADDRESS; i++) {
      forwarded("198.51.100." + i % 256 + ", 203.0.113.7, 10.0.0." + i % 256);
    }
    Response slowed = forwarded("203.0.113.7");
    assertEquals(
        "symbolicator.ingest.max-per-address",
        problem(429, "too-many-profiles", slowed).get("limit").asText());
    for (String other :
        List.of("203.0.113.7, 203.0.113.8:443, 10.0.0.1", "203.0.113.7, unknown", "2001:db8::1")) {
      Await.until(() -> forwarded(other).statusCode() == 422); // its origin is slowed down, too
    }
  }

  private static Response forwarded(String addresses) {
    return post(
        from(OpenDoor.FORWARDED_ORIGIN)
            .header("X-Forwarded-For", addresses)
            .body("{\"frames\":1}"));
  }

  @Test
  void sendersAreSlowedDown() throws IOException {
    List<Response> answers = new ArrayList<>();
    for (int i = 0; i < 10 * OpenDoor.MAX_PER_ORIGIN; i++) {
      answers.add(post(from(OpenDoor.BUSY_ORIGIN).body("{\"frames\":1}")));
    }
    Response slowed =
        answers.stream().filter(each -> each.statusCode() == 429).findFirst().orElseThrow();
    JsonNode problem = problem(429, "too-many-profiles", slowed);
    assertEquals("symbolicator.ingest.max-per-origin", problem.get("limit").asText());
    assertEquals("1", slowed.header("Retry-After"));
    assertEquals(422, post(from(OpenDoor.ORIGIN).body("{\"frames\":1}")).statusCode());
  }

  @Test
  void browserThatAsksBeforeIsAnswered() {
    Response asked =
        given()
            .header("Origin", OpenDoor.ORIGIN)
            .header("Access-Control-Request-Method", "POST")
            .options("/profiles");
    assertEquals(204, asked.statusCode());
    assertEquals(OpenDoor.ORIGIN, asked.header("Access-Control-Allow-Origin"));
    assertEquals("POST", asked.header("Access-Control-Allow-Methods"));
    Response other = given().header("Origin", "https://evil.example").options("/profiles");
    assertEquals(403, other.statusCode());
    assertNull(other.header("Access-Control-Allow-Origin"));
  }
}

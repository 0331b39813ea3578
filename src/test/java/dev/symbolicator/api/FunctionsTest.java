package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.ZstdInputStream;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code GET /scripts/functions} and {@code annotate=true}, and the SQL that joins them. */
@QuarkusTest
@Tag("service")
class FunctionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path PAGE = Path.of("docs/identity.md");
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  /** What the page's SQL names, and a test replaces. */
  private static final String EXAMPLE = "https://cdn.example.com/app.js";

  @TestHTTPResource URI service;

  private TestOrigin origin;

  @TempDir Path folder;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void close() {
    origin.close();
  }

  private static Response functions(String script) {
    return given().queryParam("script", script).get("/scripts/functions");
  }

  private static List<JsonNode> rows(String script) throws IOException {
    Response answer = functions(script);
    answer.then().statusCode(200).contentType(startsWith("application/x-ndjson"));
    return rowsOf(answer.asString());
  }

  private static List<JsonNode> rowsOf(String lines) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : lines.split("\n", -1)) {
      if (!line.isEmpty()) {
        rows.add(JSON.readTree(line));
      }
    }
    return rows;
  }

  private static JsonNode symbolicated(JsonNode trace, String query) throws IOException {
    Response answer = given().body(trace.toString().getBytes(UTF_8)).post("/symbolicate" + query);
    assertEquals(200, answer.statusCode(), answer.asString());
    return JSON.readTree(answer.asString());
  }

  /** Serves a script whose lines are those of its source. */
  private String serve(String path, String source, String... lines) throws IOException {
    ObjectNode map = JSON.createObjectNode().put("version", 3).put("mappings", "AAAA;AACA;AACA");
    map.putArray("sources").add(source);
    map.putArray("names");
    map.putArray("sourcesContent").add(String.join("\n", lines));
    String script = String.join("\n", lines) + "\n//# sourceMappingURL=" + path + ".map";
    origin
        .serve(path, "text/javascript", script)
        .serve(path + ".map", "application/json", map.toString());
    return origin.url(path);
  }

  @Test
  void rowHasTheMembersThatAreKnown() throws IOException {
    String script =
        serve(
            "/app.js",
            "webpack://shop/./src/Cart.tsx",
            "function Cart(){ useEffect(() => { load(); }); useEffect(() => { save(); }) }");
    List<JsonNode> rows = rows(script);
    assertEquals(
        JSON.readTree(
            """
            {"line":1,"column":14,"generated_name":"Cart","function_id":"bb6e618c300ecea9",
             "stability":"name","body_hash":"ce53dcffeb20fde3","name":"Cart","qualified":"Cart",
             "package":"","version":"","path":"src/Cart.tsx","origin":"app",
             "source":"webpack://shop/./src/Cart.tsx","original_line":1,"original_column":14}"""),
        rows.get(1));
    assertEquals(
        List.of("a63d7c2239f029a5", "bb6e618c300ecea9", "4b5a4cb3498628c6", "829538f827387024"),
        rows.stream().map(row -> row.get("function_id").asText()).toList());
    assertEquals("useEffect[0] in Cart", rows.get(2).get("role").asText());
  }

  static Stream<RecordedCase> cases() {
    return Stream.concat(RecordedCase.own().stream(), RecordedCase.shared().stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void dictionaryJoinedWithARawTraceIsTheAnswer(RecordedCase recorded) throws Exception {
    ObjectNode trace = recorded.serveFrom(origin).trace(origin);
    boolean hasTexts = !recorded.name().contains("nosources");
    assertEquals(hasTexts, framesWithIds(trace) > 0, "frames with ids");
  }

  /** Compares the joined frames of a raw trace with the answer, and counts those with ids. */
  private int framesWithIds(ObjectNode trace) throws IOException, SQLException {
    JsonNode answer = symbolicated(trace, "?annotate=true");
    try (Warehouse warehouse = new Warehouse(folder)) {
      Files.writeString(folder.resolve("trace.json"), trace.toString());
      List<String> loaded = new ArrayList<>();
      for (JsonNode resource : trace.get("resources")) {
        Response dictionary = functions(resource.asText());
        if (dictionary.statusCode() == 200 && !loaded.contains(resource.asText())) {
          warehouse.load(dictionary.asByteArray(), "1.4.2", resource.asText());
          loaded.add(resource.asText());
        }
      }
      assertFalse(loaded.isEmpty());
      int mapped = 0;
      try (ResultSet rows = warehouse.run(1)) {
        for (JsonNode frame : answer.get("frames")) {
          assertTrue(rows.next());
          String place = frame.toString();
          assertEquals(frame.path("name").asText(null), rows.getString("name"), place);
          assertEquals(frame.path("line").asInt(), rows.getInt("line"), place);
          assertEquals(frame.path("column").asInt(), rows.getInt("column"), place);
          String source =
              frame.has("resourceId")
                  ? answer.get("resources").get(frame.get("resourceId").asInt()).asText()
                  : null;
          assertEquals(source, rows.getString("source"), place);
          JsonNode functions = answer.get("functions");
          int id = functions.get("id").get(rows.getInt("number")).asInt(-1);
          assertEquals(
              id < 0 ? null : functions.get("strings").get(id).asText(),
              rows.getString("function_id"),
              place);
          mapped += id < 0 ? 0 : 1;
        }
        assertFalse(rows.next());
      }
      return mapped;
    }
  }

  /** With the script of {@code src/test/bench}, whose README says how to fetch it. */
  @Test
  void dictionaryOfALargeScriptJoinedIsTheAnswer() throws Exception {
    Path file = Path.of("target/bench-maps/antd.min.js");
    assumeTrue(Files.exists(file), file + " is not fetched");
    origin
        .serve("/antd.min.js", "text/javascript", Files.readString(file))
        .serve(
            "/antd.min.js.map",
            "application/json",
            Files.readString(file.resolveSibling("antd.min.js.map")));
    ObjectNode trace = JSON.createObjectNode();
    trace.putArray("resources").add(origin.url("/antd.min.js"));
    trace.putArray("stacks");
    trace.putArray("samples");
    ArrayNode frames = trace.putArray("frames");
    for (JsonNode row : rows(origin.url("/antd.min.js"))) {
      ObjectNode frame = frames.addObject().put("name", row.path("generated_name").asText(""));
      frame.put("resourceId", 0).put("line", row.get("line").asInt());
      frame.put("column", row.get("column").asInt());
    }
    assertTrue(frames.size() > 7_000 && framesWithIds(trace) > 7_000, frames.size() + " frames");
  }

  @Test
  void renamedAndMovedFunctionsAreFoundByTheirBodies() throws Exception {
    String before =
        serve(
            "/1.js",
            "src/a.ts",
            "function cart(){load()}",
            "function price(){return 1}",
            "x(()=>{})");
    String after =
        serve(
            "/2.js",
            "src/a.ts",
            "function basket(){load()}",
            "function price(){return 2}",
            "x(()=>{})");
    try (Warehouse warehouse = new Warehouse(folder)) {
      warehouse.load(functions(before).asByteArray(), "1.4.1", before);
      warehouse.load(functions(after).asByteArray(), "1.4.2", after);
      try (ResultSet rows = warehouse.run(2)) {
        assertTrue(rows.next());
        assertEquals("cart", rows.getString("old_name"));
        assertEquals("basket", rows.getString("new_name"));
        assertEquals("src/a.ts", rows.getString("old_path"));
        assertEquals("src/a.ts", rows.getString("new_path"));
        assertFalse(rows.next());
      }
    }
  }

  private static final String CART =
      "function Cart(){ on(\"click\", () => { load(); }); on(\"key\", () => { save(); }) }";

  /** Returns a profile of the second callback, of the top level and of a frame without a script. */
  private static ObjectNode trace(String script) throws IOException {
    return (ObjectNode)
        JSON.readTree(
            """
            {"frames":[{"name":"gc"},{"name":"","resourceId":0,"line":1,"column":%d},
             {"name":"","resourceId":0,"line":1,"column":1},
             {"name":"Cart","resourceId":0,"line":1,"column":%d}],
             "resources":["%s"],"stacks":[{"frameId":2},{"frameId":1,"parentId":0}],
             "samples":[{"timestamp":1,"stackId":1},{"timestamp":21,"stackId":0},{"timestamp":31}]}"""
                .formatted(CART.lastIndexOf("() =>") + 1, CART.indexOf("()") + 1, script));
  }

  private static List<String> column(JsonNode functions, String name) {
    List<String> values = new ArrayList<>();
    functions
        .get(name)
        .forEach(
            value ->
                values.add(
                    value.isNull() ? null : functions.get("strings").get(value.asInt()).asText()));
    return values;
  }

  @Test
  void columnsAreAlignedToTheFrames() throws IOException {
    ObjectNode trace = trace(serve("/app.js", "src/Cart.tsx", CART));
    JsonNode functions = symbolicated(trace, "?annotate=true").get("functions");
    assertEquals("[null, on[1]\"key\" in Cart, null, null]", column(functions, "role").toString());
    assertEquals(
        "[null, src/Cart.tsx, src/Cart.tsx, src/Cart.tsx]", column(functions, "path").toString());
    assertEquals("[null, app, app, app]", column(functions, "origin").toString());
    assertEquals("[null, , , ]", column(functions, "package").toString());
    assertEquals("[null, , , Cart]", column(functions, "qualified").toString());
    assertTrue(column(functions, "id").get(1).matches("[0-9a-f]{16}"));

    ((ObjectNode) trace.at("/frames/3")).put("name", "other");
    JsonNode ofOtherBuild = symbolicated(trace, "?annotate=true").get("functions");
    assertEquals("[null, null, null, null]", column(ofOtherBuild, "id").toString());
    ((ObjectNode) trace.at("/frames/3")).put("name", "Cart");

    JsonNode wrapped = symbolicated(JSON.createObjectNode().set("trace", trace), "?annotate=true");
    assertEquals(functions, wrapped.get("functions"));
    JsonNode reported = symbolicated(trace, "?annotate=true&report=true");
    assertEquals(functions, reported.get("functions"));
    assertEquals(3, reported.at("/symbolication/mapped").asInt());
    assertFalse(symbolicated(trace, "").has("functions"));
    assertFalse(symbolicated(trace, "?annotate=true&output=speedscope").has("functions"));

    JsonNode compact = symbolicated(trace, "?annotate=true&compact=true");
    assertEquals(2, compact.get("frames").size());
    assertEquals(
        "[on[1]\"key\" in Cart, null]", column(compact.get("functions"), "role").toString());
  }

  @Test
  void columnsAreAlignedToTheNodesOfACpuProfile() throws IOException {
    ObjectNode trace = trace(serve("/app.js", "src/Cart.tsx", CART));
    JsonNode exported = symbolicated(trace, "?annotate=true&output=cpuprofile");
    JsonNode raw = symbolicated(trace, "?annotate=true");
    String id = column(raw.get("functions"), "id").get(1);
    int nodes = exported.get("nodes").size();
    assertEquals(nodes, exported.at("/functions/id").size());
    assertEquals(id, column(exported.get("functions"), "id").get(nodes - 1));

    ObjectNode profile =
        (ObjectNode)
            JSON.readTree(
                """
                {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"children":[2]},
                {"id":2,"callFrame":{"functionName":"","scriptId":"1","url":"%s","lineNumber":0,"columnNumber":%d},"children":[]}],
                "startTime":0,"endTime":9,"samples":[2],"timeDeltas":[1]}"""
                    .formatted(
                        trace.at("/resources/0").asText(),
                        trace.at("/frames/1/column").asInt() - 1));
    JsonNode annotated = symbolicated(profile, "?annotate=true");
    assertEquals(2, annotated.at("/functions/role").size());
    assertEquals(id, column(annotated.get("functions"), "id").get(1));
  }

  @Test
  void pprofHasLabels() throws IOException {
    ObjectNode trace = trace(serve("/app.js", "src/Cart.tsx", CART));
    byte[] body =
        given()
            .body(trace.toString().getBytes(UTF_8))
            .post("/symbolicate?annotate=true&output=pprof")
            .asByteArray();
    String pprof =
        new String(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), UTF_8);
    String id = column(symbolicated(trace, "?annotate=true").get("functions"), "id").get(1);
    for (String text : List.of("function_id", id, "role", "on[1]\"key\" in Cart", "origin")) {
      assertTrue(pprof.contains(text), text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'functions':{},'frames':[],'resources':[],'stacks':[],'samples':[]}|/functions",
        "{'functions':0,'trace':{'frames':[],'resources':[],'stacks':[],'samples':[]}}|/functions",
        "{'head':{'callFrame':{'functionName':'','url':'','lineNumber':0,'columnNumber':0}}}|",
        "{'stack':'Error: x\\n    at f (http://a.b/c.js:1:2)'}|"
      })
  void bodyThatCannotBeAnnotatedIsRefused(String body, @Nullable String pointer) {
    given()
        .body(body.replace('\'', '"').getBytes(UTF_8))
        .post("/symbolicate?annotate=true")
        .then()
        .statusCode(422)
        .body("pointer", equalTo(pointer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|The query parameter script is missing",
        "?script=|The query parameter script must have",
        "?script=a&script=b|The query parameter script must have",
        "?script=http://a.b/c.js&debugId=1|The query parameter debugId must be a UUID",
        "?script=http://a.b/c.js&dist=1|The query parameter dist is unknown"
      })
  void wrongParametersAreRefused(String query, String detail) {
    given()
        .get("/scripts/functions" + Objects.requireNonNullElse(query, ""))
        .then()
        .statusCode(400)
        .body("detail", startsWith(detail));
  }

  @Test
  void scriptWithoutATableIsNotFoundWithItsStatus() {
    origin.serve("/plain.js", "text/javascript", "f()");
    functions(origin.url("/plain.js"))
        .then()
        .statusCode(404)
        .body("scripts[0].status", equalTo("no-source-map"))
        .body("scripts[0].url", equalTo(origin.url("/plain.js")));
    functions(origin.url("/lost.js"))
        .then()
        .statusCode(404)
        .body("scripts[0].status", equalTo("not-found"));
    functions("blob:x").then().statusCode(404).body("scripts[0].status", equalTo("unsupported"));
  }

  /** Of one scope, as all callers without tokens are. */
  private static final int MOST_AT_ONCE = 8;

  @Test
  void furtherDictionaryIsForLater() {
    List<HttpServerRequest> held = Collections.synchronizedList(new ArrayList<>());
    origin.handle("/slow.js", held::add);
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<HttpResponse<Void>>> waiting = new ArrayList<>();
    HttpRequest slow =
        HttpRequest.newBuilder(
                service.resolve("/scripts/functions?script=" + origin.url("/slow.js")))
            .build();
    for (int i = 0; i < MOST_AT_ONCE - 1; i++) {
      waiting.add(client.sendAsync(slow, BodyHandlers.discarding()));
    }
    Await.until(() -> !held.isEmpty());
    assertEquals(404, functions("blob:x").statusCode());
    waiting.add(client.sendAsync(slow, BodyHandlers.discarding()));
    Await.until(() -> functions("blob:x").statusCode() == 503);
    functions("blob:x")
        .then()
        .statusCode(503)
        .header("Retry-After", "1")
        .body("limit", equalTo("max-dictionaries"));
    held.forEach(request -> request.response().setStatusCode(404).end());
    waiting.forEach(answer -> assertEquals(404, Await.value(answer).statusCode()));
    Await.until(() -> functions("blob:x").statusCode() == 404);
  }

  @Test
  void longDictionaryComesInAllCodings() throws Exception {
    StringBuilder line = new StringBuilder();
    int count = 3000;
    for (int i = 0; i < count; i++) {
      line.append("function f").append(i).append("(){}");
    }
    String script = serve("/long.js", "src/long.ts", line.toString());
    List<JsonNode> plain = rows(script);
    assertEquals(count + 1, plain.size());
    HttpClient client = HttpClient.newHttpClient();
    for (String coding : List.of("gzip", "br", "zstd")) {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(service.resolve("/scripts/functions?script=" + script))
                  .header("Accept-Encoding", coding)
                  .build(),
              BodyHandlers.ofByteArray());
      assertEquals(coding, answer.headers().firstValue("content-encoding").orElse(""));
      assertEquals(
          plain.toString(), rowsOf(new String(decoded(coding, answer.body()), UTF_8)).toString());
    }
    given()
        .header("Accept", "text/html")
        .queryParam("script", script)
        .get("/scripts/functions")
        .then()
        .statusCode(406);
  }

  private static byte[] decoded(String coding, byte[] body) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(body);
    try (InputStream decoder =
        switch (coding) {
          case "br" -> new BrotliInputStream(in);
          case "zstd" -> new ZstdInputStream(in);
          default -> new GZIPInputStream(in);
        }) {
      return decoder.readAllBytes();
    }
  }

  /** A DuckDB in memory that runs the SQL blocks of the page in their order. */
  private static final class Warehouse implements AutoCloseable {
    private final Path folder;
    private final Connection connection;
    private final Statement statement;
    private final List<String> blocks = new ArrayList<>();

    Warehouse(Path folder) throws SQLException, IOException {
      this.folder = folder;
      connection = DriverManager.getConnection("jdbc:duckdb:");
      statement = connection.createStatement();
      statement.execute("SET file_search_path = '" + folder + "'");
      Matcher sql = SQL.matcher(Files.readString(PAGE));
      while (sql.find()) {
        blocks.add(sql.group(1));
      }
      assertEquals(3, blocks.size());
    }

    void load(byte[] dictionary, String release, String script) throws SQLException, IOException {
      Files.write(folder.resolve("app.ndjson"), dictionary);
      String insert =
          blocks.get(0).replace(EXAMPLE, script).replace("'1.4.2'", "'" + release + "'");
      assertTrue(insert.contains(script) && insert.contains(release), insert);
      statement.execute(insert);
    }

    ResultSet run(int block) throws SQLException {
      return statement.executeQuery(blocks.get(block));
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}

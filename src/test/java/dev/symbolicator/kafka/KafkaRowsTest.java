package dev.symbolicator.kafka;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.RowOracle;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows as output topics. */
@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class KafkaRowsTest extends PipelineFixture {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RELEASE = "1.4.2";

  private String topic(RowKind kind) {
    return name + "-" + kind.label();
  }

  private Map<RowKind, String> rowTopics() {
    return Map.of(
        RowKind.PROFILES, topic(RowKind.PROFILES),
        RowKind.STACKS, topic(RowKind.STACKS),
        RowKind.FUNCTIONS, topic(RowKind.FUNCTIONS));
  }

  private KafkaSettings withRows() {
    return settings(false, out(), rowTopics());
  }

  private KafkaSettings rowsOnly() {
    return settings(false, null, rowTopics());
  }

  private void makeAllTopics() {
    makeTopics(2);
    rowTopics().values().forEach(topic -> broker.makeTopic(topic, 2, Map.of()));
  }

  /** A function of a map within one without, and the browser's own. */
  private String timed(String... functions) {
    StringBuilder frames = new StringBuilder();
    StringBuilder stacks = new StringBuilder();
    StringBuilder samples = new StringBuilder();
    for (int i = 0; i < functions.length; i++) {
      String comma = i == 0 ? "" : ",";
      frames
          .append(comma)
          .append(
              "{\"name\":\"%s\",\"resourceId\":1,\"line\":%d,\"column\":1}"
                  .formatted(functions[i], i + 1));
      stacks
          .append(comma)
          .append(
              i == 0 ? "{\"frameId\":0}" : "{\"frameId\":%d,\"parentId\":%d}".formatted(i, i - 1));
      samples.append("{\"timestamp\":%d,\"stackId\":%d},".formatted(10 * i, i));
    }
    return """
        {"timeOrigin":1700000000000,"frames":[%s,{"name":"f","line":1,"column":3,"resourceId":0},{"name":"now"}],\
        "resources":["%s","https://cdn.example.invalid/none.js"],\
        "stacks":[%s,{"frameId":%d,"parentId":%d},{"frameId":%d}],\
        "samples":[%s{"timestamp":%d,"stackId":%d},{"timestamp":%d,"stackId":%d},{"timestamp":%d}]}"""
        .formatted(
            frames,
            origin.url("/app.js"),
            stacks,
            functions.length,
            functions.length - 1,
            functions.length + 1,
            samples,
            10 * functions.length,
            functions.length,
            10 * functions.length + 10,
            functions.length + 1,
            10 * functions.length + 20);
  }

  private List<ConsumerRecord<byte[], byte[]>> rows(RowKind kind, int count) {
    return broker.await(topic(kind), count);
  }

  private static JsonNode json(ConsumerRecord<byte[], byte[]> row) {
    try {
      return JSON.readTree(row.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> sorted(List<JsonNode> rows) {
    return rows.stream().sorted((a, b) -> a.toString().compareTo(b.toString())).toList();
  }

  private static Set<String> keys(List<ConsumerRecord<byte[], byte[]>> rows) {
    Set<String> keys = new HashSet<>();
    rows.forEach(row -> keys.add(key(row)));
    return keys;
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    return String.valueOf(header(letter, "dead-letter-reason"))
        .replace("urn:profile-symbolicator:problem:", "");
  }

  @Test
  void rowsAreThoseOfTheHttpInterfaceWithTheirIdsAsKeys() throws IOException {
    makeAllTopics();
    serve("/app.js");
    start(withRows());
    String body = "{\"page\":\"/cart\",\"trace\":" + timed("a", "b") + "}";
    broker.send(
        record(
            in(),
            "user-1",
            Encode.gzip(body.getBytes(UTF_8)),
            "release",
            RELEASE,
            "page",
            "/other",
            "country",
            "JP"));
    assertEquals("user-1", key(broker.await(out(), 1).get(0)));
    Await.until(() -> broker.committed(name) == 1);
    for (RowKind kind : rowTopics().keySet()) {
      List<JsonNode> expected =
          RowOracle.rows(
              given()
                  .body(body)
                  .queryParam("rows", kind.label())
                  .queryParam("release", RELEASE)
                  .queryParam("country", "JP")
                  .post("/symbolicate")
                  .asString());
      assertEquals(kind == RowKind.PROFILES ? 1 : 4, expected.size(), expected::toString);
      List<ConsumerRecord<byte[], byte[]>> rows = rows(kind, expected.size());
      assertEquals(
          sorted(expected), sorted(rows.stream().map(KafkaRowsTest::json).toList()), kind.label());
      for (ConsumerRecord<byte[], byte[]> row : rows) {
        String id = kind.label().replaceFirst("s$", "_id");
        assertEquals(json(row).get(id).asText(), key(row));
        assertEquals(TIME, row.timestamp());
        assertEquals(1, row.headers().toArray().length);
        assertEquals("application/json", header(row, "content-type"));
        assertFalse(value(row).contains("\n"));
      }
    }
    JsonNode profile = json(rows(RowKind.PROFILES, 1).get(0));
    assertEquals(RowOracle.sha(body).substring(0, 16), profile.get("profile_id").asText());
    assertEquals("/cart", profile.get("page").asText());
    assertEquals(1, count("symbolicated"));
  }

  @Test
  void rowsThatTheirTopicsHaveAreNotRepeated() {
    makeAllTopics();
    serve("/app.js");
    start(rowsOnly());
    broker.send(record(in(), "a", timed("a", "b").getBytes(UTF_8)));
    Await.until(() -> broker.committed(name) == 1);
    assertEquals(4, rows(RowKind.FUNCTIONS, 4).size());
    assertEquals(4, rows(RowKind.STACKS, 4).size());
    broker.send(record(in(), "b", timed("a", "b").getBytes(UTF_8), "profile_id", "my_2-nd"));
    broker.send(record(in(), "c", timed("a", "c").getBytes(UTF_8)));
    Await.until(() -> broker.committed(name) == 3);
    assertEquals(5, rows(RowKind.FUNCTIONS, 5).size(), "c alone is new");
    assertEquals(6, rows(RowKind.STACKS, 6).size(), "and two stacks with it");
    Set<String> profiles = keys(rows(RowKind.PROFILES, 3));
    assertEquals(3, profiles.size());
    assertTrue(profiles.contains("my_2-nd"));
    assertEquals(0, broker.size(out()));
    assertEquals(3, count("symbolicated"));
  }

  @Test
  void headersThatNoColumnCanHaveAreDeadLetters() {
    makeAllTopics();
    start(withRows());
    byte[] profile = timed("a").getBytes(UTF_8);
    broker.send(record(in(), "id", profile, "profile_id", "a b"));
    broker.send(record(in(), "empty id", profile, "profile_id", ""));
    broker.send(record(in(), "long id", profile, "profile_id", "a".repeat(65)));
    broker.send(record(in(), "page", profile, "page", "/a\n"));
    String member = "{\"page\":7,\"trace\":" + timed("a") + "}";
    broker.send(record(in(), "member", member.getBytes(UTF_8)));
    broker.send(record(in(), "right", profile, "profile_id", "a".repeat(64)));
    assertEquals("a".repeat(64), key(rows(RowKind.PROFILES, 1).get(0)));
    List<ConsumerRecord<byte[], byte[]>> letters = broker.await(dead(), 5);
    assertEquals(
        List.of(
            "empty id bad-parameter",
            "id bad-parameter",
            "long id bad-parameter",
            "member not-a-profile",
            "page bad-parameter"),
        letters.stream().map(letter -> key(letter) + " " + reason(letter)).sorted().toList());
  }

  @Test
  void otherFormatIsForwardedWithoutRows() {
    makeAllTopics();
    serve("/app.js");
    start(withRows());
    String stack = "{\"stack\":\"Error: x\\n    at f (%s:1:3)\"}".formatted(origin.url("/app.js"));
    broker.send(record(in(), "stack", stack.getBytes(UTF_8)));
    assertTrue(value(broker.await(out(), 1).get(0)).contains("a.ts"));
    Await.until(() -> broker.committed(name) == 1);
    assertEquals(1, count("without-rows"));
    assertEquals(0, broker.size(topic(RowKind.PROFILES)));
    assertEquals(0, broker.size(topic(RowKind.FUNCTIONS)));
  }

  @Test
  void otherFormatIsADeadLetterWhereThereAreOnlyRows() {
    makeAllTopics();
    start(rowsOnly());
    byte[] stack = "{\"stack\":\"Error: x\\n    at f (app.js:1:3)\"}".getBytes(UTF_8);
    broker.send(record(in(), "stack", stack));
    ConsumerRecord<byte[], byte[]> letter = broker.await(dead(), 1).get(0);
    assertEquals("not-available-for-format", reason(letter));
    assertEquals(1, count("not-available-for-format"));
  }

  @Test
  void oneTopicOfRowsIsEnough() {
    makeAllTopics();
    start(settings(false, null, Map.of(RowKind.FUNCTIONS, topic(RowKind.FUNCTIONS))));
    broker.send(record(in(), "a", timed("a").getBytes(UTF_8)));
    assertEquals(3, rows(RowKind.FUNCTIONS, 3).size());
    Await.until(() -> broker.committed(name) == 1);
    assertEquals(0, broker.size(topic(RowKind.PROFILES)));
  }

  /** A row that failed must not be remembered, or the next profile would refer to nothing. */
  /** All rows of the second are known, so that nothing is written for it. */
  @Test
  void recordWithoutANewRowIsAnswered() {
    makeAllTopics();
    start(settings(false, null, Map.of(RowKind.FUNCTIONS, topic(RowKind.FUNCTIONS))));
    broker.send(record(in(), "k", timed("a").getBytes(UTF_8)));
    Await.until(() -> broker.committed(name) == 1);
    broker.send(record(in(), "k", timed("a").getBytes(UTF_8)));
    Await.until(() -> broker.committed(name) == 2);
  }

  @Test
  void rowThatItsTopicDoesNotTakeIsADeadLetterAndComesAgain() {
    makeTopics(1);
    for (RowKind kind : rowTopics().keySet()) {
      broker.makeTopic(topic(kind), 1, Map.of("max.message.bytes", "300000"));
    }
    start(withRows());
    byte[] profile = timed("a", noise(500_000)).getBytes(UTF_8);
    broker.send(record(in(), "large", profile, "id", "7"));
    ConsumerRecord<byte[], byte[]> letter = broker.await(dead(), 1).get(0);
    assertEquals("too-large", reason(letter));
    assertTrue(header(letter, "dead-letter-exception").contains(topic(RowKind.FUNCTIONS)));
    assertEquals("7", header(letter, "id"));
    assertEquals(profile.length, letter.value().length);
    Await.until(() -> broker.committed(name) == 1);
    assertEquals(1, count("too-large"));
    assertEquals(3, rows(RowKind.FUNCTIONS, 3).size());
    broker.configure(topic(RowKind.FUNCTIONS), Map.of("max.message.bytes", "900000"));
    broker.send(record(in(), "again", profile));
    assertEquals(4, keys(rows(RowKind.FUNCTIONS, 4)).size());
    Await.until(() -> broker.committed(name) == 2);
    assertEquals(1, count("symbolicated"));
  }

  /** A profile's row is of use only with those of its functions and stacks. */
  @Test
  void everyRowThatIsReferredToIsThereAfterTheBrokerWasAway() {
    makeAllTopics();
    serve("/app.js");
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    Pipeline first = start(rowsOnly());
    for (int i = 0; i < 20; i++) {
      String body = timed("a", "b" + i % 4);
      String sent = i == 9 ? body.replace("/app.js", "/slow.js") : body;
      broker.send(
          record(in(), "k" + i % 3, sent.getBytes(UTF_8), "profile_id", Integer.toString(i)));
    }
    Await.until(() -> !held.isEmpty());
    broker.die();
    held.forEach(request -> request.response().setStatusCode(404).end());
    broker.comeBack();
    for (int i = 20; i < 30; i++) {
      String body = timed("a", "b" + i % 7);
      broker.send(
          record(in(), "k" + i % 3, body.getBytes(UTF_8), "profile_id", Integer.toString(i)));
    }
    first.stop();
    first.awaitEnd();
    start(rowsOnly());
    Await.until(() -> broker.committed(name) == 30);
    Set<String> functions = keys(rows(RowKind.FUNCTIONS, 10));
    List<ConsumerRecord<byte[], byte[]>> stackRows = rows(RowKind.STACKS, 10);
    Set<String> stacks = keys(stackRows);
    List<ConsumerRecord<byte[], byte[]>> profiles = rows(RowKind.PROFILES, 30);
    assertEquals(30, keys(profiles).size());
    List<String> missing = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> profile : profiles) {
      addMissing(json(profile).get("stack_ids"), stacks, missing);
      addMissing(json(profile).get("leaf_ids"), functions, missing);
    }
    for (ConsumerRecord<byte[], byte[]> stack : stackRows) {
      addMissing(json(stack).get("path"), functions, missing);
    }
    assertEquals(List.of(), missing);
  }

  private static void addMissing(JsonNode ids, Set<String> known, List<String> missing) {
    assertFalse(ids.isEmpty());
    for (JsonNode id : ids) {
      if (!known.contains(id.asText())) {
        missing.add(id.asText());
      }
    }
  }
}

package dev.symbolicator.kafka;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.KafkaBroker;
import dev.symbolicator.testing.LogLines;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to records, with the broker as it is and as it may be. */
@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class KafkaPipelineTest extends PipelineFixture {

  @Test
  void answerHasKeyTimeAndHeadersOfItsRecord() {
    makeTopics(3);
    serve("/app.js");
    start(settings(false));
    broker.send(
        record(
            in(),
            "user-1",
            profile("/app.js"),
            "traceparent",
            "00-1-2-03",
            "release",
            "1.4.2",
            "attempt",
            "9",
            "not-before",
            "99999999999999"));
    ConsumerRecord<byte[], byte[]> answer = broker.await(out(), 1).get(0);
    assertEquals("user-1", key(answer));
    assertEquals(TIME, answer.timestamp());
    assertEquals("00-1-2-03", header(answer, "traceparent"));
    assertEquals("9", header(answer, "attempt"), "which counts in the retry topic only");
    assertEquals("mapped=1, total=1, pending=0", header(answer, "symbolication"));
    assertTrue(value(answer).contains("a.ts"), value(answer));
    Await.until(() -> broker.committed(name) == 1);
    assertEquals(1, count("symbolicated"));
  }

  @Test
  void codingIsUndoneWhetherDeclaredOrNot() {
    makeTopics(1);
    serve("/app.js");
    start(settings(false));
    byte[] profile = profile("/app.js");
    broker.send(record(in(), "a", Encode.gzip(profile), "content-encoding", "gzip"));
    broker.send(record(in(), "a", Encode.zstd(profile), "content-encoding", "zstd"));
    broker.send(record(in(), "a", Encode.gzip(profile)));
    for (ConsumerRecord<byte[], byte[]> answer : broker.await(out(), 3)) {
      assertTrue(value(answer).contains("a.ts"));
      assertNull(header(answer, "content-encoding"));
    }
  }

  /** A form is known by its first line, so it needs no header. */
  @Test
  void formWithMapsIsAnsweredByItsProfileAlone() {
    makeTopics(1);
    String id = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";
    origin.serve("/app.js", "text/javascript", "f=a=>a\n//# debugId=" + id);
    start(settings(false));
    String part = "--B\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n";
    String profile = part.formatted("profile", "", new String(profile("/app.js"), UTF_8));
    String named = MAP.replace("{", "{\"debugId\":\"" + id + "\",");
    String map = part.formatted("map", "; filename=\"%s/app.js.map\"", named);
    byte[] form = (profile + map.formatted("a") + "--B--\r\n").getBytes(UTF_8);
    String type = "multipart/form-data; boundary=B";
    broker.send(record(in(), "a", form));
    broker.send(record(in(), "a", Encode.gzip(form), "content-type", type));
    byte[] two = (profile + map.formatted("a") + map.formatted("b") + "--B--").getBytes(UTF_8);
    broker.send(record(in(), "two", two, "content-type", type));
    List<ConsumerRecord<byte[], byte[]>> answers = broker.await(out(), 2);
    for (ConsumerRecord<byte[], byte[]> answer : answers) {
      assertEquals("mapped=1, total=1, pending=0", header(answer, "symbolication"));
      assertTrue(value(answer).startsWith("{\"frames\":[") && value(answer).contains("a.ts"));
    }
    assertNull(header(answers.get(0), "content-type"));
    assertEquals("application/json", header(answers.get(1), "content-type"));
    ConsumerRecord<byte[], byte[]> letter = broker.await(dead(), 1).get(0);
    assertEquals(
        "urn:profile-symbolicator:problem:ambiguous-maps", header(letter, "dead-letter-reason"));
    assertEquals(type, header(letter, "content-type"));
    assertArrayEquals(two, letter.value());
  }

  /** The map of the web is of another build, and not used for a script that names its own. */
  @Test
  void debugIdsOfTheHeaderCountWhereTheProfileNamesNone() {
    makeTopics(1);
    String id = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";
    String other = "99999999-b0bc-43e7-9e53-bef3a997d4b1";
    origin
        .serve("/app.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=/app.js.map")
        .serve("/app.js.map", "application/json", MAP.replace("{", "{\"debugId\":\"" + id + "\","));
    start(settings(false));
    byte[] plain = profile("/app.js");
    String url = origin.url("/app.js");
    byte[] named =
        new String(plain, UTF_8)
            .replaceFirst("\\{", "{\"debugIds\":{\"" + url + "\":\"" + id + "\"},")
            .getBytes(UTF_8);
    String header = "{\"" + url + "\":\"%s\"}";
    broker.send(record(in(), "a", plain, "id", "none"));
    broker.send(record(in(), "a", plain, "id", "same", "debug-ids", header.formatted(id)));
    broker.send(record(in(), "a", plain, "id", "other", "debug-ids", header.formatted(other)));
    broker.send(record(in(), "a", named, "id", "named", "debug-ids", header.formatted(other)));
    broker.send(record(in(), "a", plain, "debug-ids", "{"));
    List<String> answers =
        broker.await(out(), 4).stream()
            .map(each -> header(each, "id") + " " + header(each, "symbolication"))
            .toList();
    assertEquals(
        List.of(
            "none mapped=1, total=1, pending=0",
            "same mapped=1, total=1, pending=0",
            "other mapped=0, total=1, pending=0",
            "named mapped=1, total=1, pending=0"),
        answers);
    assertEquals(
        "urn:profile-symbolicator:problem:bad-parameter",
        header(broker.await(dead(), 1).get(0), "dead-letter-reason"));
  }

  @Test
  void whatCannotBeAnsweredIsADeadLetterWithItsValueUntouched() {
    makeTopics(1);
    serve("/app.js");
    start(settings(false));
    byte[] bomb = Encode.gzip(profile("/app.js", "x".repeat((int) MAX_BODY)));
    byte[] good = profile("/app.js");
    broker.send(record(in(), "not-json", "{\"frames\":".getBytes(UTF_8)));
    broker.send(record(in(), "not-a-profile", "{}".getBytes(UTF_8)));
    broker.send(record(in(), "empty", new byte[0]));
    broker.send(record(in(), "null", null));
    broker.send(record(in(), "lies", good, "content-encoding", "gzip"));
    broker.send(record(in(), "unknown", good, "content-encoding", "snappy"));
    broker.send(record(in(), "foreign", good, "scope", "news"));
    broker.send(record(in(), "release", good, "release", "\n"));
    broker.send(record(in(), "bomb", bomb));
    broker.send(record(in(), null, good, "scope", "shop"));
    assertNull(broker.await(out(), 1).get(0).key());
    List<ConsumerRecord<byte[], byte[]>> letters = broker.await(dead(), 9);
    List<String> reasons =
        letters.stream()
            .map(
                letter ->
                    key(letter)
                        + " "
                        + header(letter, "dead-letter-reason")
                            .replace("urn:profile-symbolicator:problem:", ""))
            .sorted()
            .toList();
    assertEquals(
        List.of(
            "bomb too-large",
            "empty not-json",
            "foreign forbidden",
            "lies corrupt-body",
            "not-a-profile not-a-profile",
            "not-json not-json",
            "null not-json",
            "release bad-parameter",
            "unknown unsupported-coding"),
        reasons);
    for (ConsumerRecord<byte[], byte[]> letter : letters) {
      assertEquals(in(), header(letter, "dead-letter-topic"));
      assertEquals("0", header(letter, "dead-letter-partition"));
      assertTrue(header(letter, "dead-letter-exception").endsWith("."));
      switch (key(letter)) {
        case "null" -> assertNull(letter.value());
        case "bomb" -> assertArrayEquals(bomb, letter.value());
        case "foreign" -> {
          assertArrayEquals(good, letter.value());
          assertEquals("6", header(letter, "dead-letter-offset"));
          assertEquals("news", header(letter, "scope"));
        }
        default -> assertEquals(TIME, letter.timestamp());
      }
    }
    Await.until(() -> broker.committed(name) == 10);
  }

  @Test
  void recordOfAPendingScriptIsTriedThreeTimes() {
    makeTopics(1);
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/never.js", held::add);
    start(settings(true));
    broker.send(record(in(), "user-1", profile("/never.js"), "id", "7"));
    ConsumerRecord<byte[], byte[]> answer = broker.await(out(), 1).get(0);
    assertEquals("mapped=0, total=1, pending=1", header(answer, "symbolication"));
    assertArrayEquals(profile("/never.js"), answer.value());
    assertNull(header(answer, "attempt"));
    assertNull(header(answer, "not-before"));
    assertEquals("7", header(answer, "id"));
    List<ConsumerRecord<byte[], byte[]>> retries = broker.await(retry(), 2);
    assertEquals(2, retries.size());
    for (int i = 0; i < 2; i++) {
      ConsumerRecord<byte[], byte[]> each = retries.get(i);
      assertEquals(Integer.toString(i + 1), header(each, "attempt"));
      assertTrue(header(each, "not-before").matches("[0-9]{13}"));
      assertEquals("user-1", key(each));
      assertEquals(TIME, each.timestamp());
    }
    assertEquals(2, count("retried"));
    Await.until(() -> broker.committed(name) == 3);
  }

  @Test
  void recordOfTheRetryTopicWaitsUntilItIsDue() {
    makeTopics(1);
    serve("/app.js");
    start(settings(true));
    long due = System.currentTimeMillis() + 1_500;
    broker.send(record(retry(), "late", profile("/app.js"), "not-before", Long.toString(due)));
    broker.send(record(retry(), "behind", profile("/app.js"), "not-before", "never"));
    broker.send(record(in(), "now", profile("/app.js")));
    assertEquals("now", key(broker.await(out(), 1).get(0)));
    List<String> keys = broker.await(out(), 3).stream().map(PipelineFixture::key).toList();
    assertTrue(System.currentTimeMillis() >= due);
    assertEquals("now", keys.get(0));
    assertEquals(Set.of("now", "late", "behind"), new HashSet<>(keys));
  }

  @Test
  void slowScriptHoldsUpItsOwnKeyOnly() {
    makeTopics(1);
    serve("/app.js");
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    start(settings(false));
    broker.send(record(in(), "slow", profile("/slow.js"), "id", "0"));
    for (int i = 1; i <= 20; i++) {
      broker.send(record(in(), "quick", profile("/app.js"), "id", Integer.toString(i)));
      broker.send(record(in(), "slow", profile("/app.js"), "id", Integer.toString(i)));
    }
    List<ConsumerRecord<byte[], byte[]>> answers = broker.await(out(), 41);
    assertEquals(41, answers.size());
    List<String> slow = ids(answers, "slow");
    assertEquals("0", slow.get(0));
    assertEquals(ids(answers, "quick"), slow.subList(1, 21));
    List<String> keys = answers.stream().map(PipelineFixture::key).toList();
    assertTrue(keys.indexOf("slow") >= 10, "the other key went ahead: " + keys);
  }

  /** A loop that polled only after its records would lose its partitions, and never end. */
  @Test
  void recordsThatTakeLongerThanAPollMayDoNotCostThePartitions() {
    makeTopics(1);
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    try (LogLines log = LogLines.listen()) {
      start(with(broker.servers(), Map.of("max.poll.interval.ms", "2000")));
      for (int i = 0; i < 4; i++) {
        broker.send(record(in(), "slow", profile("/slow.js"), "id", Integer.toString(i)));
      }
      assertEquals(List.of("0", "1", "2", "3"), ids(broker.await(out(), 4), "slow"));
      assertEquals(1, lines(log, "the pipeline reads").size());
    }
  }

  @Test
  void tooManyRecordsWait() {
    makeTopics(1);
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    for (int i = 0; i < 100; i++) {
      broker.send(record(in(), null, profile("/slow.js")));
    }
    start(settings(false));
    int most = KafkaLimits.DEFAULT.records();
    Await.until(() -> metrics.get("symbolicator.kafka.in.flight").gauge().value() == most);
    assertEquals(1, metrics.get("symbolicator.kafka.paused").gauge().value());
    assertTrue(metrics.get("symbolicator.kafka.lag.records").gauge().value() >= most);
    assertTrue(metrics.get("symbolicator.kafka.lag.seconds").gauge().value() > 0);
    held.forEach(request -> request.response().setStatusCode(404).end());
    assertEquals(100, broker.await(out(), 100).size());
    Await.until(() -> metrics.get("symbolicator.kafka.lag.records").gauge().value() == 0);
    assertEquals(0, metrics.get("symbolicator.kafka.paused").gauge().value());
    assertFalse(
        metrics.find("kafka.consumer.fetch.manager.records.consumed.total").meters().isEmpty());
  }

  /** If several were taken, each would keep the memory that the others need. */
  @Test
  void moreLargeRecordsThanTheMemoryHoldsAreAllAnswered() {
    makeTopics(3);
    serve("/app.js");
    ByteBudget scarce = new ByteBudget(6 << 20);
    start(settings(false), KafkaLimits.DEFAULT, scarce);
    byte[] large = profile("/app.js", noise(1_000_000));
    for (int i = 0; i < 12; i++) {
      broker.send(record(in(), "k" + i, large));
      broker.send(record(in(), "k" + i, profile("/app.js")));
    }
    assertEquals(24, broker.await(out(), 24).size());
    Await.until(() -> broker.committed(name) == 24);
    assertEquals(0, scarce.used());
  }

  @Test
  void answerThatTheTopicDoesNotTakeIsADeadLetter() {
    broker.makeTopic(in(), 1, Map.of());
    broker.makeTopic(out(), 1, Map.of("max.message.bytes", "300000"));
    broker.makeTopic(dead(), 1, Map.of("max.message.bytes", "600000"));
    serve("/app.js");
    start(settings(false));
    byte[] large = profile("/app.js", noise(500_000));
    byte[] larger = profile("/app.js", noise(1_000_000));
    broker.send(record(in(), "large", large));
    broker.send(record(in(), "larger", larger, "id", "7"));
    broker.send(record(in(), "small", profile("/app.js")));
    assertEquals("small", key(broker.await(out(), 1).get(0)));
    List<ConsumerRecord<byte[], byte[]>> letters = broker.await(dead(), 2);
    assertEquals(
        List.of("large", "larger"), letters.stream().map(PipelineFixture::key).sorted().toList());
    for (ConsumerRecord<byte[], byte[]> letter : letters) {
      assertEquals(
          "urn:profile-symbolicator:problem:too-large", header(letter, "dead-letter-reason"));
      if (key(letter).equals("large")) {
        assertArrayEquals(large, letter.value());
      } else {
        assertNull(letter.value());
        assertEquals("7", header(letter, "id"));
      }
    }
    Await.until(() -> broker.committed(name) == 3);
  }

  @Test
  void stopFinishesAndCommitsWhatRuns() {
    makeTopics(2);
    serve("/app.js");
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    Pipeline first = start(settings(false));
    for (int i = 0; i < 30; i++) {
      broker.send(record(in(), "k" + i % 5, profile(i == 7 ? "/slow.js" : "/app.js")));
    }
    Await.until(() -> !held.isEmpty());
    first.stop();
    first.awaitEnd();
    start(settings(false));
    broker.send(record(in(), "last", profile("/app.js")));
    Await.until(() -> broker.committed(name) == 31);
    assertEquals(31, broker.await(out(), 31).size(), "none came twice");
  }

  /** A budget of which others have one half. */
  private static final class HalfTaken implements AutoCloseable {
    final ByteBudget budget = new ByteBudget(8 << 20);
    private final ByteBudget.Lease lease = budget.open();

    HalfTaken() {
      assertTrue(lease.grow(budget.limit() / 2));
    }

    @Override
    public void close() {
      lease.close();
    }
  }

  private static KafkaLimits impatient() {
    KafkaLimits usual = KafkaLimits.DEFAULT;
    return new KafkaLimits(
        usual.records(),
        usual.attempts(),
        usual.longestWait(),
        Duration.ofMillis(200),
        usual.rememberedRows(),
        usual.revokeWait(),
        usual.stopWait());
  }

  /** Its value is small, its answer fits into the memory alone, and not into half of it. */
  private byte[] growing() {
    return Encode.gzip(profile("/app.js", "x".repeat(1_500_000)));
  }

  @Test
  void recordForWhichOthersHaveTheMemoryIsTriedAgainLater() {
    makeTopics(1);
    serve("/app.js");
    try (HalfTaken memory = new HalfTaken()) {
      start(settings(true), impatient(), memory.budget);
      broker.send(record(in(), "a", growing()));
      ConsumerRecord<byte[], byte[]> retry = broker.await(retry(), 1).get(0);
      assertEquals("1", header(retry, "attempt"));
      assertArrayEquals(growing(), retry.value());
      Await.until(() -> count("retried") == 1);
    }
    broker.await(out(), 1);
    assertEquals(0, broker.size(dead()));
  }

  @Test
  void recordWithoutMemoryIsADeadLetterWithoutARetryTopic() {
    makeTopics(1);
    serve("/app.js");
    try (HalfTaken memory = new HalfTaken()) {
      start(settings(false), impatient(), memory.budget);
      broker.send(record(in(), "a", growing()));
      assertEquals(
          "urn:profile-symbolicator:problem:overloaded",
          header(broker.await(dead(), 1).get(0), "dead-letter-reason"));
    }
    assertEquals(0, broker.size(out()));
  }

  @Test
  void envelopeAndFormComeBackAsSuch() {
    makeTopics(1);
    serve("/app.js");
    start(settings(false));
    String envelope =
        """
        {"event_id":"1"}
        {"type":"profile_chunk"}
        {"profile":{"frames":[{"function":"f","abs_path":"%s","lineno":1,"colno":3}],"stacks":[[0]]},"version":"2"}
        """
            .formatted(origin.url("/app.js"));
    String form =
        "--b\r\nContent-Disposition: form-data; name=\"event\"\r\n\r\n{}\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"wall-time.json\"\r\n\r\n"
            + new String(profile("/app.js"), UTF_8)
            + "\r\n--b--\r\n";
    String typeOfEnvelope = "application/x-sentry-envelope";
    String typeOfForm = "multipart/form-data; boundary=b";
    broker.send(record(in(), "a", envelope.getBytes(UTF_8), "content-type", typeOfEnvelope));
    broker.send(record(in(), "a", form.getBytes(UTF_8), "content-type", typeOfForm));
    List<ConsumerRecord<byte[], byte[]>> answers = broker.await(out(), 2);
    assertEquals(
        List.of(typeOfEnvelope, typeOfForm),
        answers.stream().map(each -> header(each, "content-type")).toList());
    for (ConsumerRecord<byte[], byte[]> answer : answers) {
      assertEquals("mapped=1, total=1, pending=0", header(answer, "symbolication"));
      assertTrue(value(answer).contains("a.ts"), value(answer));
    }
    assertTrue(value(answers.get(0)).startsWith(envelope.lines().findFirst().orElseThrow()));
    assertTrue(value(answers.get(1)).endsWith("\r\n--b--\r\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void instancesShareTheWorkAndLeaveWithoutRepeating(String protocol) {
    makeTopics(4);
    serve("/app.js");
    KafkaSettings settings = with(broker.servers(), Map.of("group.protocol", protocol));
    Pipeline first = start(settings);
    for (int i = 0; i < 100; i++) {
      broker.send(record(in(), "k" + i % 10, profile("/app.js"), "id", Integer.toString(i)));
    }
    Pipeline second = start(settings);
    for (int i = 100; i < 200; i++) {
      broker.send(record(in(), "k" + i % 10, profile("/app.js"), "id", Integer.toString(i)));
    }
    first.stop();
    first.awaitEnd();
    for (int i = 200; i < 300; i++) {
      broker.send(record(in(), "k" + i % 10, profile("/app.js"), "id", Integer.toString(i)));
    }
    Await.until(() -> broker.committed(name) == 300);
    List<ConsumerRecord<byte[], byte[]>> answers = broker.await(out(), 300);
    assertEquals(300, answers.size());
    List<String> ids = ids(answers, "k3");
    assertEquals(ids.stream().sorted(Comparator.comparing(Integer::valueOf)).toList(), ids);
    assertEquals(protocol, broker.protocol(name));
    second.stop();
  }

  @Test
  void pipelineBeginsWhenItsTopicsAreMade() {
    serve("/app.js");
    try (LogLines log = LogLines.listen()) {
      start(settings(false));
      Await.until(() -> lines(log, "The topic " + in() + " does not exist").size() == 1);
      assertEquals(0, metrics.get("symbolicator.kafka.connected").gauge().value());
      makeTopics(1);
      broker.send(record(in(), "a", profile("/app.js")));
      broker.await(out(), 1);
      assertEquals(1, lines(log, "The topic " + in() + " does not exist").size());
      assertEquals(1, metrics.get("symbolicator.kafka.connected").gauge().value());
    }
  }

  private KafkaSettings withPassword(boolean isRight) {
    return with(broker.serversWithPassword(), KafkaBroker.credentials(isRight));
  }

  @Test
  void wrongPasswordIsOneLine() {
    makeTopics(1);
    serve("/app.js");
    broker.send(record(in(), "a", profile("/app.js")));
    try (LogLines log = LogLines.listen()) {
      start(withPassword(false));
      Await.until(() -> lines(log, "Kafka refuses the credentials").size() == 1);
      start(withPassword(true));
      broker.await(out(), 1);
      assertEquals(1, lines(log, "Kafka refuses the credentials").size());
      assertFalse(log.all().contains("password="), log.all());
      assertEquals(
          List.of(),
          log.lines().stream().filter(line -> line.startsWith("org.apache.kafka")).toList());
    }
  }

  @Test
  void nothingIsLostWhileTheBrokerIsAway() {
    makeTopics(2);
    serve("/app.js");
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    origin.handle("/slow.js", held::add);
    try (LogLines log = LogLines.listen()) {
      start(settings(false));
      for (int i = 0; i < 20; i++) {
        broker.send(
            record(
                in(),
                "k" + i % 3,
                profile(i == 3 ? "/slow.js" : "/app.js"),
                "id",
                Integer.toString(i)));
      }
      Await.until(() -> !held.isEmpty());
      broker.die();
      Await.until(() -> lines(log, "does not answer").size() == 1);
      given().get("/q/health/ready").then().statusCode(200);
      given().body(profile("/app.js")).post("/symbolicate").then().statusCode(200);
      broker.comeBack();
      for (int i = 20; i < 30; i++) {
        broker.send(record(in(), "k" + i % 3, profile("/app.js"), "id", Integer.toString(i)));
      }
      Await.until(() -> broker.committed(name) == 30);
      Set<String> ids = new HashSet<>();
      broker.await(out(), 30).forEach(answer -> ids.add(header(answer, "id")));
      assertEquals(30, ids.size());
      assertEquals(1, lines(log, "does not answer").size());
      assertTrue(
          log.lines().stream().filter(line -> line.startsWith("org.apache.kafka")).count() < 5,
          log.all());
    }
  }
}

package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordHeadersTest {
  private static final KafkaSettings SETTINGS =
      new KafkaSettings(
          "kafka:9092",
          "in",
          "out",
          Map.of(),
          "dead",
          "retry",
          Duration.ofSeconds(30),
          "group",
          "default",
          Set.of("default"),
          Map.of());

  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

  private static ConsumerRecord<byte[], byte[]> record(String topic, String... headers) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(topic, 3, 42, new byte[] {1}, new byte[] {2});
    for (int i = 0; i < headers.length; i += 2) {
      record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
    }
    return record;
  }

  @ParameterizedTest
  @CsvSource({
    "in,2,1",
    "retry,1,2",
    "retry,2,3",
    "retry,0,2",
    "retry,-7,2",
    "retry,x,2",
    "retry,'',2",
    "retry,999999999999999999,2147483647",
    "retry,99999999999999999999999,2"
  })
  void attemptCountsInTheRetryTopicOnly(String topic, String header, int attempt) {
    assertEquals(attempt, RecordHeaders.attempt(record(topic, "attempt", header), SETTINGS));
  }

  @ParameterizedTest
  @CsvSource({
    "in,1700000005000,0",
    "retry,1700000005000,5000",
    "retry,1700000600000,600000",
    "retry,1700000600001,600000",
    "retry,999999999999999999,600000"
  })
  void recordWaitsTenMinutesAtMost(String topic, String header, long millis) {
    Instant due =
        RecordHeaders.due(
            record(topic, "not-before", header), SETTINGS, NOW, KafkaLimits.DEFAULT.longestWait());
    assertEquals(NOW.plusMillis(millis), due);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "soon", "''"})
  void recordWithoutATimeIsDueAtOnce(String header) {
    Instant due =
        RecordHeaders.due(
            record("retry", "not-before", header), SETTINGS, NOW, Duration.ofMinutes(10));
    assertEquals(Instant.EPOCH, due);
  }

  @Test
  void lastOfSeveralHeadersCounts() {
    ConsumerRecord<byte[], byte[]> record = record("in", "release", "1", "release", "2");
    assertEquals("2", RecordHeaders.builds(record).release());
    record.headers().add("release", null);
    assertNull(RecordHeaders.builds(record).release());
  }

  @Test
  void debugIdsAreUuidsByUrl() {
    String id = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";
    assertEquals(
        Map.of("https://a/b.js", id, "/c.js", id),
        RecordHeaders.builds(
                record(
                    "in",
                    "debug-ids",
                    " {\"https:\\/\\/a/b.js\":\"01ADB20AB0BC43E79E53BEF3A997D4B1\",\"/c.js\":\"%s\"}"
                        .formatted(id)))
            .debugIds());
    assertEquals(Map.of(), RecordHeaders.builds(record("in", "debug-ids", "{}")).debugIds());
    assertEquals(Map.of(), RecordHeaders.builds(record("in")).debugIds());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"a\":1}",
        "{\"a\":null}",
        "{\"a\":\"1.4.2\"}",
        "{\"a\":{\"b\":\"01adb20ab0bc43e79e53bef3a997d4b1\"}}",
        "{\"a\":\"01adb20ab0bc43e79e53bef3a997d4b1\"} x",
        "{\"a\":\"01adb20ab0bc43e79e53bef3a997d4b1\",\"b\":[]}"
      })
  void otherDebugIdsAreAProblem(String header) {
    ProblemException refused =
        assertThrows(
            ProblemException.class, () -> RecordHeaders.builds(record("in", "debug-ids", header)));
    assertEquals("bad-parameter", refused.problem().name());
  }

  @Test
  void debugIdsHaveALimit() {
    String most = "{" + " ".repeat(RecordHeaders.MAX_DEBUG_IDS_LENGTH - 2) + "}";
    assertEquals(Map.of(), RecordHeaders.builds(record("in", "debug-ids", most)).debugIds());
    assertThrows(
        ProblemException.class, () -> RecordHeaders.builds(record("in", "debug-ids", most + " ")));
  }

  @Test
  void letterThatComesBackHasTheNewReasonOnce() {
    ConsumerRecord<byte[], byte[]> record = record("in", "dead-letter-reason", "old", "id", "7");
    ProducerRecord<byte[], byte[]> letter =
        RecordHeaders.deadLetter(
            record, SETTINGS, Problem.of(Problem.ProblemKind.NOT_JSON, "No."), false);
    assertEquals(
        "id dead-letter-reason dead-letter-exception dead-letter-topic dead-letter-partition"
            + " dead-letter-offset",
        String.join(
            " ",
            StreamSupport.stream(letter.headers().spliterator(), false)
                .map(header -> header.key())
                .toList()));
    assertNull(letter.value());
    assertNull(letter.timestamp());
  }
}

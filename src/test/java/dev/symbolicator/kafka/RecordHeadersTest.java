package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.api.problem.Problem;
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
    assertEquals("2", RecordHeaders.release(record));
    record.headers().add("release", null);
    assertNull(RecordHeaders.release(record));
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

package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.KafkaBroker;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.TestOrigin;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs pipelines of the service against a real broker, each with topics of its own. */
abstract class PipelineFixture {
  static final long TIME = 1_700_000_000_123L;
  static final long MAX_BODY = 8 << 20;
  static final Duration RETRY_DELAY = Duration.ofMillis(300);
  static final Set<String> SCOPES = Set.of("default", "shop");
  private static final AtomicInteger NAMES = new AtomicInteger();
  static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,EAAE\"}";

  @TempDir static Path folder;
  static KafkaBroker broker;

  @Inject Symbolicator symbolicator;
  @Inject ByteBudget budget;

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  TestOrigin origin;
  private final List<Pipeline> pipelines = new ArrayList<>();
  final String name = "t" + NAMES.incrementAndGet();

  @BeforeAll
  static void startBroker() {
    broker = KafkaBroker.start(folder);
  }

  @AfterAll
  static void stopBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  @BeforeEach
  void startOrigin() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void stop() {
    pipelines.forEach(Pipeline::stop);
    pipelines.forEach(Pipeline::awaitEnd);
    origin.close();
    Await.until(() -> budget.used() == 0);
  }

  String in() {
    return name + "-in";
  }

  String out() {
    return name + "-out";
  }

  String dead() {
    return name + "-dead";
  }

  String retry() {
    return name + "-retry";
  }

  KafkaSettings settings(boolean hasRetries) {
    return settings(hasRetries, out(), Map.of());
  }

  KafkaSettings settings(
      boolean hasRetries, @Nullable String output, Map<RowKind, String> rowTopics) {
    return new KafkaSettings(
        broker.servers(),
        in(),
        output,
        rowTopics,
        dead(),
        hasRetries ? retry() : null,
        RETRY_DELAY,
        name,
        "default",
        SCOPES,
        Map.of());
  }

  void makeTopics(int partitions) {
    for (String topic : List.of(in(), out(), dead(), retry())) {
      broker.makeTopic(topic, partitions, Map.of());
    }
  }

  Pipeline start(KafkaSettings settings) {
    return start(settings, KafkaLimits.DEFAULT, budget);
  }

  Pipeline start(KafkaSettings settings, KafkaLimits limits, ByteBudget memory) {
    RecordWork work =
        new RecordWork(
            symbolicator, settings, List.of("page", "country"), MAX_BODY, Duration.ofSeconds(1));
    Pipeline pipeline = new Pipeline(settings, limits, work, memory, metrics);
    pipelines.add(pipeline);
    pipeline.start();
    return pipeline;
  }

  void serve(String path) {
    origin
        .serve(path, "text/javascript", "f=a=>a\n//# sourceMappingURL=" + path + ".map")
        .serve(path + ".map", "application/json", MAP);
  }

  byte[] profile(String path) {
    return profile(path, "");
  }

  byte[] profile(String path, String padding) {
    return """
        {"frames":[{"name":"f","line":1,"column":3,"resourceId":0}],"resources":["%s"],\
        "stacks":[],"samples":[],"more":"%s"}"""
        .formatted(origin.url(path), padding)
        .getBytes(UTF_8);
  }

  static ProducerRecord<byte[], byte[]> record(
      String topic, @Nullable String key, byte @Nullable [] value, String... headers) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, TIME, key == null ? null : key.getBytes(UTF_8), value);
    for (int i = 0; i < headers.length; i += 2) {
      record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
    }
    return record;
  }

  static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return RecordHeaders.text(record, name);
  }

  static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  static String value(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), UTF_8);
  }

  double count(String outcome) {
    return metrics.find("symbolicator.kafka.records").tag("outcome", outcome).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  static List<String> ids(List<ConsumerRecord<byte[], byte[]>> records, String key) {
    return records.stream()
        .filter(each -> key(each).equals(key))
        .map(each -> header(each, "id"))
        .toList();
  }

  static List<String> lines(LogLines log, String text) {
    return log.lines().stream().filter(line -> line.contains(text)).toList();
  }

  KafkaSettings with(String servers, Map<String, String> client) {
    return new KafkaSettings(
        servers, in(), out(), Map.of(), dead(), null, RETRY_DELAY, name, "default", SCOPES, client);
  }

  /** Returns text that hardly shrinks, since topics count compressed bytes. */
  static String noise(int length) {
    StringBuilder text = new StringBuilder();
    new Random(1).ints(length, 'A', 'z').filter(c -> c != '\\').forEach(text::appendCodePoint);
    return text.toString();
  }
}

package dev.symbolicator.kafka;

import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka's clients. Keys of {@code symbolicator.kafka.client} replace the usual values, but
 * not those by which no record is lost.
 */
final class KafkaClients {
  private static final int MEBIBYTE = 1 << 20;

  /** The part of the byte budget that fetched batches may take besides. */
  private static final int SHARE_OF_FETCHES = 16;

  private static final int LARGEST_FETCH = 16 * MEBIBYTE;

  /** The few records of a poll are in memory before they are charged. */
  private static final int RECORDS_OF_A_POLL = 4;

  /** Counts before compression; a topic's own limit counts after it. */
  private static final int LARGEST_REQUEST = 12_000_000;

  private KafkaClients() {}

  private static Map<String, Object> common(KafkaSettings settings, String client) {
    Map<String, Object> keys = new HashMap<>();
    keys.put(CommonClientConfigs.CLIENT_ID_CONFIG, settings.group() + "-" + client);
    keys.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    keys.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    // A broker that comes back is found within two seconds.
    keys.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 2_000);
    keys.putAll(settings.client());
    keys.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.servers());
    return keys;
  }

  /** Makes a client whose answers come within a time, which a single call could not set. */
  static Admin admin(KafkaSettings settings, Duration patience) {
    Map<String, Object> keys = common(settings, "admin");
    keys.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    keys.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    return Admin.create(keys);
  }

  static KafkaConsumer<byte[], byte[]> consumer(KafkaSettings settings, long budget) {
    Map<String, Object> keys = new HashMap<>();
    keys.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    keys.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    keys.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 60_000);
    keys.put(
        ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
        (int) Math.max(MEBIBYTE, Math.min(LARGEST_FETCH, budget / SHARE_OF_FETCHES)));
    boolean isClassic =
        !"consumer".equalsIgnoreCase(settings.client().get(ConsumerConfig.GROUP_PROTOCOL_CONFIG));
    if (isClassic) {
      keys.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
      keys.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
      keys.put(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    keys.putAll(common(settings, "consumer"));
    keys.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
    keys.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    keys.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    keys.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_OF_A_POLL);
    return new KafkaConsumer<>(keys, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  static KafkaProducer<byte[], byte[]> producer(KafkaSettings settings) {
    Map<String, Object> keys = lossless(settings, "producer");
    // However long a broker is away, answers wait in their order. Nothing is read meanwhile.
    keys.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    keys.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    return new KafkaProducer<>(keys, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Makes a producer for requests, which never waits, and whose records fail after seconds. */
  static KafkaProducer<byte[], byte[]> doorProducer(KafkaSettings settings) {
    Map<String, Object> keys = lossless(settings, "door");
    keys.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
    keys.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
    keys.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
    // A producer that forgets an idle topic would refuse the first profile after a quiet night.
    keys.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(365).toMillis());
    return new KafkaProducer<>(keys, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static Map<String, Object> lossless(KafkaSettings settings, String client) {
    Map<String, Object> keys = new HashMap<>();
    keys.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    keys.put(ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG, 1); // 3 takes a tenth of a record's CPU
    keys.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    keys.put(ProducerConfig.BATCH_SIZE_CONFIG, MEBIBYTE / 4);
    keys.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 16L * MEBIBYTE);
    keys.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_REQUEST);
    keys.putAll(common(settings, client));
    keys.put(ProducerConfig.ACKS_CONFIG, "all");
    keys.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return keys;
  }
}

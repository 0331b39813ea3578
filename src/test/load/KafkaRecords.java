import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends and reads records for the load runs, which are in Node: {@code kafka-broker.mjs} runs this
 * file on the broker's jars. The server's address comes first:
 *
 * <pre>
 * SERVERS topics NAME=PARTITIONS...      makes topics
 * SERVERS send TOPIC                     sends the lines of the standard input
 * SERVERS repeat TOPIC FILE COUNT KEYS   sends COUNT records whose values are FILE's lines in turns
 * SERVERS read TOPIC...                  prints what the topics have, and ends
 * SERVERS follow TOPIC...                prints what they have and will have, until it is ended
 * SERVERS values TOPIC...                like read, with the whole values
 * SERVERS lag GROUP TOPIC                prints how many records have no committed offset
 * </pre>
 *
 * A line has fields between tabs. One that is sent: key, time stamp, value, headers {@code
 * name=value}. One that is read: topic, partition, offset, time stamp, key, the value's first 16
 * hex digits of SHA-256, its bytes, headers; with {@code values} the value instead of both.
 */
final class KafkaRecords {
  private static final int LARGEST = 12_000_000;
  private static final long FIRST_TIME = 1_700_000_000_000L;

  private KafkaRecords() {}

  public static void main(String[] args) throws Exception {
    String servers = args[0];
    List<String> rest = Arrays.asList(args).subList(2, args.length);
    switch (args[1]) {
      case "topics" -> makeTopics(servers, rest);
      case "send" -> send(servers, rest.get(0));
      case "repeat" ->
          repeat(
              servers,
              rest.get(0),
              Files.readAllLines(Path.of(rest.get(1))),
              Integer.parseInt(rest.get(2)),
              Integer.parseInt(rest.get(3)));
      case "read", "follow", "values" -> read(servers, args[1], rest);
      case "lag" -> System.out.println(lag(servers, rest.get(0), rest.get(1)));
      default -> throw new IllegalArgumentException(args[1]);
    }
  }

  private static void makeTopics(String servers, List<String> topics) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin
          .createTopics(
              topics.stream()
                  .map(topic -> topic.split("="))
                  .map(each -> new NewTopic(each[0], Integer.parseInt(each[1]), (short) 1))
                  .toList())
          .all()
          .get();
    }
  }

  /** Waits for the broker without end, and ends with what it says of a record. */
  private static final class Sender implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    Sender(String servers) {
      producer =
          new KafkaProducer<>(
              Map.of(
                  "bootstrap.servers", servers,
                  "acks", "all",
                  "linger.ms", 5,
                  "batch.size", 1 << 17,
                  "compression.type", "zstd",
                  "max.request.size", LARGEST,
                  "delivery.timeout.ms", Integer.MAX_VALUE,
                  "max.block.ms", Long.MAX_VALUE),
              new ByteArraySerializer(),
              new ByteArraySerializer());
    }

    void send(ProducerRecord<byte[], byte[]> record) throws Exception {
      var unused =
          producer.send(
              record,
              (done, fault) -> {
                if (fault != null) {
                  failure.compareAndSet(null, fault);
                }
              });
      if (failure.get() != null) {
        throw failure.get();
      }
    }

    @Override
    public void close() throws Exception {
      producer.close();
      if (failure.get() != null) {
        throw failure.get();
      }
    }
  }

  private static void send(String servers, String topic) throws Exception {
    try (Sender sender = new Sender(servers);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(
                topic,
                null,
                Long.parseLong(fields[1]),
                fields[0].getBytes(UTF_8),
                fields[2].getBytes(UTF_8));
        for (String header : Arrays.asList(fields).subList(3, fields.length)) {
          int end = header.indexOf('=');
          record.headers().add(header.substring(0, end), header.substring(end + 1).getBytes(UTF_8));
        }
        sender.send(record);
      }
    }
  }

  private static void repeat(
      String servers, String topic, List<String> lines, int count, int keys) throws Exception {
    List<byte[]> values = lines.stream().map(line -> line.getBytes(UTF_8)).toList();
    try (Sender sender = new Sender(servers)) {
      for (int i = 0; i < count; i++) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(
                topic,
                null,
                FIRST_TIME + i,
                ("user-" + i % keys).getBytes(UTF_8),
                values.get(i % values.size()));
        record.headers().add("number", Integer.toString(i).getBytes(UTF_8));
        sender.send(record);
      }
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer(String servers) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", servers,
            "auto.offset.reset", "earliest",
            "enable.auto.commit", false,
            "reconnect.backoff.max.ms", 1_000),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static void read(String servers, String how, List<String> topics) throws Exception {
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    StringBuilder lines = new StringBuilder();
    MessageDigest hash = MessageDigest.getInstance("SHA-256");
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(servers)) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String topic : topics) {
        consumer
            .partitionsFor(topic)
            .forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
      boolean isFollowing = how.equals("follow");
      while (isFollowing
          || partitions.stream().anyMatch(each -> consumer.position(each) < end.get(each))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          append(lines, record, how.equals("values") ? null : hash);
        }
        out.write(lines.toString().getBytes(UTF_8));
        lines.setLength(0);
      }
    }
  }

  private static void append(
      StringBuilder line, ConsumerRecord<byte[], byte[]> record, MessageDigest hash) {
    byte[] value = record.value() == null ? new byte[0] : record.value();
    line.append(record.topic()).append('\t');
    line.append(record.partition()).append('\t');
    line.append(record.offset()).append('\t');
    line.append(record.timestamp()).append('\t');
    line.append(record.key() == null ? "" : new String(record.key(), UTF_8)).append('\t');
    if (hash == null) {
      line.append(new String(value, UTF_8));
    } else {
      line.append(HexFormat.of().formatHex(hash.digest(value), 0, 8)).append('\t');
      line.append(value.length);
    }
    for (Header header : record.headers()) {
      line.append('\t').append(header.key()).append('=').append(new String(header.value(), UTF_8));
    }
    line.append('\n');
  }

  private static long lag(String servers, String group, String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers));
        KafkaConsumer<byte[], byte[]> consumer = consumer(servers)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      var committed = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      long lag = 0;
      for (var end : consumer.endOffsets(partitions).entrySet()) {
        var offset = committed.get(end.getKey());
        lag += end.getValue() - (offset == null ? 0 : offset.offset());
      }
      return lag;
    }
  }
}

package dev.symbolicator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real Kafka broker on loopback in a process of its own, which can die and return. */
public final class KafkaBroker implements AutoCloseable {
  /** The user of the listener that asks for a password. */
  public static final String USER = "pipeline";

  private static final String PASSWORD = "right";
  private static final int REQUEST_SECONDS = 30;

  private final Path jars;
  private final Path folder;
  private final int port;
  private final int passwordPort;
  private Process server;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  private KafkaBroker(Path jars, Path folder, int port, int passwordPort, Process server) {
    this.jars = jars;
    this.folder = folder;
    this.port = port;
    this.passwordPort = passwordPort;
    this.server = server;
    admin = Admin.create(Map.of("bootstrap.servers", servers()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers(), "max.request.size", 12_000_000),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Starts a broker with empty storage in a folder, or skips the test if its jars are absent. */
  public static KafkaBroker start(Path folder) {
    return start(folder, TestRedis.freePort());
  }

  /** Like {@link #start(Path)}, at a port for clients without a password. */
  public static KafkaBroker start(Path folder, int port) {
    Path jars =
        Objects.requireNonNull(
            OutsideProgram.requireFileOrSkip(
                    "kafka",
                    Path.of(Objects.requireNonNullElse(System.getenv("KAFKA_JARS"), "target/kafka"))
                        .resolve("kafka_2.13.jar"))
                .toAbsolutePath()
                .getParent());
    int passwordPort = TestRedis.freePort();
    format(jars, folder, port, passwordPort, TestRedis.freePort());
    KafkaBroker broker = new KafkaBroker(jars, folder, port, passwordPort, run(jars, folder));
    broker.awaitReady();
    return broker;
  }

  /** Keeps records for ever: those of tests are old, and would be deleted after half a minute. */
  private static void format(
      Path jars, Path folder, int port, int passwordPort, int controllerPort) {
    try {
      Path settings = folder.resolve("server.properties");
      Files.writeString(
          settings,
          """
          process.roles=broker,controller
          node.id=1
          controller.quorum.voters=1@127.0.0.1:%3$d
          listeners=PLAIN://127.0.0.1:%1$d,PASSWORD://127.0.0.1:%2$d,CONTROLLER://127.0.0.1:%3$d
          advertised.listeners=PLAIN://127.0.0.1:%1$d,PASSWORD://127.0.0.1:%2$d
          listener.security.protocol.map=PLAIN:PLAINTEXT,PASSWORD:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
          inter.broker.listener.name=PLAIN
          controller.listener.names=CONTROLLER
          sasl.enabled.mechanisms=PLAIN
          listener.name.password.plain.sasl.jaas.config=\
          org.apache.kafka.common.security.plain.PlainLoginModule required user_%5$s="%6$s";
          log.dirs=%4$s
          offsets.topic.replication.factor=1
          offsets.topic.num.partitions=1
          transaction.state.log.replication.factor=1
          transaction.state.log.min.isr=1
          transaction.state.log.num.partitions=1
          share.coordinator.state.topic.replication.factor=1
          share.coordinator.state.topic.min.isr=1
          group.initial.rebalance.delay.ms=0
          auto.create.topics.enable=false
          message.max.bytes=12000000
          replica.fetch.max.bytes=12000000
          log.cleaner.dedupe.buffer.size=4000000
          log.retention.ms=-1
          """
              .formatted(
                  port, passwordPort, controllerPort, folder.resolve("logs"), USER, PASSWORD));
      Process format =
          java(
                  jars,
                  folder,
                  "format.log",
                  "kafka.tools.StorageTool",
                  "format",
                  "-c",
                  settings.toString(),
                  "-t",
                  Uuid.randomUuid().toString())
              .start();
      Await.value(format.onExit());
      if (format.exitValue() != 0) {
        throw new AssertionError(Files.readString(folder.resolve("format.log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProcessBuilder java(Path jars, Path folder, String log, String... command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                jars + "/*"));
    all.addAll(List.of(command));
    return new ProcessBuilder(all)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(log).toFile());
  }

  private static Process run(Path jars, Path folder) {
    try {
      Process started =
          java(
                  jars,
                  folder,
                  "broker.log",
                  "kafka.Kafka",
                  folder.resolve("server.properties").toString())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    Await.until(
        () -> {
          if (!server.isAlive()) {
            throw new AssertionError("the broker ends as soon as it is started: see " + folder);
          }
          try {
            return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
          } catch (ExecutionException | TimeoutException notYet) {
            return false;
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  public String servers() {
    return "127.0.0.1:" + port;
  }

  /** Returns the address of the listener that asks for a password. */
  public String serversWithPassword() {
    return "127.0.0.1:" + passwordPort;
  }

  /** Returns the client keys of the listener that asks for a password. */
  public static Map<String, String> credentials(boolean isRight) {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
            .formatted(USER, isRight ? PASSWORD : "wrong"));
  }

  public void makeTopic(String name, int partitions, Map<String, String> settings) {
    await(
        admin
            .createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)))
            .all());
  }

  /** Changes a topic's settings. */
  public void configure(String topic, Map<String, String> settings) {
    List<AlterConfigOp> changes =
        settings.entrySet().stream()
            .map(
                setting ->
                    new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), setting.getValue()),
                        AlterConfigOp.OpType.SET))
            .toList();
    await(
        admin
            .incrementalAlterConfigs(
                Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
            .all());
  }

  private static <T> T await(KafkaFuture<T> future) {
    return Await.value(future.toCompletionStage());
  }

  /** Sends a record; returns when the broker has it. */
  public void send(ProducerRecord<byte[], byte[]> record) {
    try {
      var unused = producer.send(record).get(REQUEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until a topic has so many records; returns all that it has, in the order of offsets. */
  public List<ConsumerRecord<byte[], byte[]>> await(String topic, int count) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers(), "auto.offset.reset", "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      Collection<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      Await.until(
          () -> {
            consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            return records.size() >= count;
          });
      consumer.poll(Duration.ofMillis(50)).forEach(records::add);
      return records;
    }
  }

  /** Returns how many records a topic has been sent, without reading them. */
  public long size(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer
          .endOffsets(
              consumer.partitionsFor(topic).stream()
                  .map(each -> new TopicPartition(topic, each.partition()))
                  .toList())
          .values()
          .stream()
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  /** Returns the committed offsets of a group, added up. */
  public long committed(String group) {
    return await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .values()
        .stream()
        .filter(Objects::nonNull)
        .mapToLong(offset -> offset.offset())
        .sum();
  }

  /** Returns the protocol by which a group shares its partitions, {@code classic} or another. */
  public String protocol(String group) {
    return await(admin.describeConsumerGroups(List.of(group)).describedGroups().get(group))
        .type()
        .toString()
        .toLowerCase(Locale.ROOT);
  }

  public void die() {
    Await.value(server.destroyForcibly().onExit());
  }

  public void comeBack() {
    server = run(jars, folder);
    awaitReady();
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    producer.close(Duration.ZERO);
    die();
  }
}

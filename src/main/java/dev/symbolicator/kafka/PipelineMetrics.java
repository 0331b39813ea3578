package dev.symbolicator.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** The pipeline's figures. The thread that polls sets them, and others read them. */
final class PipelineMetrics {
  private final MeterRegistry registry;
  private final Map<String, Counter> outcomes = new ConcurrentHashMap<>();
  private final Timer commits;

  volatile int inFlight;
  volatile boolean isPaused;
  volatile long lagRecords;
  volatile double lagSeconds;

  PipelineMetrics(MeterRegistry registry, BooleanSupplier isWell) {
    this.registry = registry;
    commits =
        Timer.builder("symbolicator.kafka.commits")
            .description("Commits of offsets and their time")
            .register(registry);
    gauge("in.flight", "Records under way", () -> inFlight);
    gauge("paused", "1 while no further record is taken", () -> isPaused ? 1 : 0);
    gauge("lag.records", "Records that are not answered yet", () -> lagRecords);
    gauge("lag.seconds", "The age of the oldest record under way", () -> lagSeconds);
    gauge(
        "connected",
        "1 while Kafka answers and has the topics",
        () -> isWell.getAsBoolean() ? 1 : 0);
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder("symbolicator.kafka." + name, value).description(description).register(registry);
  }

  void count(String outcome) {
    outcomes
        .computeIfAbsent(
            outcome,
            name ->
                Counter.builder("symbolicator.kafka.records")
                    .description("Records by outcome")
                    .tag("outcome", name)
                    .register(registry))
        .increment();
  }

  Timer.Sample beginCommit() {
    return Timer.start(registry);
  }

  void endCommit(Timer.Sample commit) {
    long unused = commit.stop(commits);
  }

  /** Shows the clients' own figures until both are closed. */
  AutoCloseable ofClients(Consumer<?, ?> consumer, Producer<?, ?> producer) {
    KafkaClientMetrics reads = new KafkaClientMetrics(consumer);
    KafkaClientMetrics writes = new KafkaClientMetrics(producer);
    reads.bindTo(registry);
    writes.bindTo(registry);
    return () -> {
      reads.close();
      writes.close();
    };
  }
}

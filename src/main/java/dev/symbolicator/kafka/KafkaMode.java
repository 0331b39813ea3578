package dev.symbolicator.kafka;

import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.config.RowsConfig;
import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Begins the pipeline with the service, if a topic is set. Names no class of Kafka, so that none is
 * loaded otherwise. Neither readiness nor liveness depends on Kafka: HTTP is served without it.
 */
@Singleton
class KafkaMode {
  private final boolean isServing;
  private final KafkaConfig config;
  private final HttpConfig http;
  private final RowsConfig rows;
  private final SymbolicationConfig symbolication;
  private final Symbolicator symbolicator;
  private final ByteBudget budget;
  private final MeterRegistry metrics;
  private @Nullable Pipeline pipeline;

  KafkaMode(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      KafkaConfig config,
      HttpConfig http,
      RowsConfig rows,
      SymbolicationConfig symbolication,
      Symbolicator symbolicator,
      ByteBudget budget,
      MeterRegistry metrics) {
    this.isServing = isServing;
    this.config = config;
    this.http = http;
    this.rows = rows;
    this.symbolication = symbolication;
    this.symbolicator = symbolicator;
    this.budget = budget;
    this.metrics = metrics;
  }

  void begin(@Observes StartupEvent start) {
    KafkaSettings settings = isServing ? KafkaSettings.of(config) : null;
    if (settings != null) {
      RecordWork work =
          new RecordWork(
              symbolicator,
              settings,
              rows.dimensions().names(),
              http.maxBodySize().asLongValue(),
              symbolication.deadline());
      pipeline = new Pipeline(settings, KafkaLimits.DEFAULT, work, budget, metrics);
      pipeline.start();
    }
  }

  /** Ends with SIGTERM, while HTTP still answers for {@code quarkus.shutdown.delay}. */
  void drain(@Observes ShutdownDelayInitiatedEvent shutdown) {
    if (pipeline != null) {
      pipeline.stop();
    }
  }

  void end(@Observes ShutdownEvent shutdown) {
    if (pipeline != null) {
      pipeline.stop();
      pipeline.awaitEnd();
    }
  }
}

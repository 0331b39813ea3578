package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;

/**
 * Sends profiles to the topic that the pipeline reads. Never waits: what does not fit into the
 * producer's buffer, or comes while no broker is known, fails at once.
 */
public final class ProfileTopic implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(ProfileTopic.class);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

  private final KafkaSettings settings;
  private final KafkaProducer<byte[], byte[]> producer;

  ProfileTopic(KafkaSettings settings) {
    this.settings = settings;
    producer = KafkaClients.doorProducer(settings);
    try {
      List<PartitionInfo> unused = producer.partitionsFor(settings.topic());
    } catch (KafkaException asked) {
      LOG.debug("the topic's partitions are asked for, and known soon", asked);
    }
  }

  /** Opens the topic of a configuration that has one. */
  public static ProfileTopic open(KafkaConfig config) {
    KafkaSettings settings = KafkaSettings.of(config);
    if (settings == null) {
      throw new IllegalArgumentException("there is no topic");
    }
    return new ProfileTopic(settings);
  }

  /**
   * Sends a profile, with the headers of {@code docs/kafka.md}. Completes when all replicas in sync
   * have it; fails with a {@link ProblemException} if the topic never takes it, else with a {@link
   * KafkaException}.
   *
   * @param scope the tenant; a header if it is not the pipeline's own
   */
  public CompletionStage<Void> send(byte[] profile, String scope) {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(settings.topic(), profile);
    record.headers().add(RecordHeaders.CONTENT_TYPE, RecordHeaders.JSON_TYPE);
    if (!scope.equals(settings.scope())) {
      record.headers().add(RecordHeaders.SCOPE, scope.getBytes(UTF_8));
    }
    Spans.inject(Span.current(), record.headers(), RecordHeaders::set);
    CompletableFuture<Void> sent = new CompletableFuture<>();
    try {
      Future<?> unused =
          producer.send(
              record,
              (place, failure) -> {
                if (failure == null) {
                  sent.complete(null);
                } else {
                  sent.completeExceptionally(failed(failure, profile));
                }
              });
    } catch (KafkaException failure) {
      sent.completeExceptionally(failed(failure, profile));
    }
    return sent;
  }

  private static Exception failed(Exception failure, byte[] profile) {
    return failure instanceof RecordTooLargeException
        ? new ProblemException(
            Problems.bodyTooLarge(profile.length - 1L, "max.message.bytes of the topic"))
        : failure;
  }

  @Override
  public void close() {
    producer.close(LONGEST_CLOSE);
  }
}

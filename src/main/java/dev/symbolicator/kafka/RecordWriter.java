package dev.symbolicator.kafka;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.kafka.RecordWork.Outcome;
import dev.symbolicator.kafka.RecordWork.WrittenRow;
import dev.symbolicator.threads.WorkerThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is written for a record, and writes it: an answer with its rows, a further attempt,
 * or a dead letter. All but the sending happens on the thread that polls.
 */
final class RecordWriter implements AutoCloseable {
  private final KafkaSettings settings;
  private final int attempts;
  private final PipelineMetrics metrics;
  private final SentRows sent;
  private final Consumer<Runnable> events;
  private final KafkaProducer<byte[], byte[]> producer;

  /** Sending waits for the producer's memory and, while the broker is away, for the broker. */
  private final ExecutorService sender = WorkerThreads.pool("kafka-sender", 1);

  /**
   * Makes a writer.
   *
   * @param attempts of a record that fails for now
   * @param events runs what it is given on the thread that polls
   */
  RecordWriter(
      KafkaSettings settings,
      int attempts,
      PipelineMetrics metrics,
      SentRows sent,
      Consumer<Runnable> events) {
    this.settings = settings;
    this.attempts = attempts;
    this.metrics = metrics;
    this.sent = sent;
    this.events = events;
    producer = KafkaClients.producer(settings);
  }

  Producer<?, ?> producer() {
    return producer;
  }

  /** What is written for one record. */
  private static final class Writing {
    final ConsumerRecord<byte[], byte[]> record;
    final Consumer<@Nullable Exception> end;
    String outcome;

    /** How many messages neither are with the broker nor were refused. */
    int open;

    /** Why it is a dead letter; null if it is none. */
    @Nullable Problem problem;

    Writing(
        ConsumerRecord<byte[], byte[]> record, String outcome, Consumer<@Nullable Exception> end) {
      this.record = record;
      this.outcome = outcome;
      this.end = end;
    }
  }

  private sealed interface Message {
    ProducerRecord<byte[], byte[]> record();

    /** An answer or a further attempt. */
    record Plain(ProducerRecord<byte[], byte[]> record) implements Message {}

    record OfRow(ProducerRecord<byte[], byte[]> record, WrittenRow row) implements Message {}

    /** A dead letter, with the value and the time if it is whole. */
    record Letter(ProducerRecord<byte[], byte[]> record, boolean isWhole) implements Message {}
  }

  /**
   * Writes what becomes of a record. Records of one key must come in their order.
   *
   * @param end called with null when the broker has everything, or with what must end the run
   */
  void write(
      ConsumerRecord<byte[], byte[]> record, Outcome outcome, Consumer<@Nullable Exception> end) {
    String retries = settings.retries();
    boolean hasFurther = RecordHeaders.hasFurtherAttempt(record, settings, attempts);
    if (outcome instanceof Outcome.Answered answered) {
      boolean lacksRows = !settings.rowTopics().isEmpty() && !answered.hasRows();
      Writing writing = new Writing(record, lacksRows ? "without-rows" : "symbolicated", end);
      send(writing, messages(record, answered));
    } else if (retries != null && hasFurther && isForNow(outcome)) {
      int attempt = RecordHeaders.attempt(record, settings);
      Instant notBefore = Instant.now().plus(settings.retryDelay());
      send(
          new Writing(record, "retried", end),
          List.of(new Message.Plain(RecordHeaders.retry(record, retries, attempt, notBefore))));
    } else if (outcome instanceof Outcome.Refused refused) {
      sendLetter(new Writing(record, refused.problem().name(), end), refused.problem(), true);
    } else {
      throw new IllegalStateException("there is no further attempt");
    }
  }

  private static boolean isForNow(Outcome outcome) {
    return outcome instanceof Outcome.Pending
        || (outcome instanceof Outcome.Refused refused && refused.isForNow());
  }

  private List<Message> messages(ConsumerRecord<byte[], byte[]> record, Outcome.Answered answered) {
    List<Message> messages = new ArrayList<>();
    for (WrittenRow row : answered.rows()) {
      messages.add(
          new Message.OfRow(RecordHeaders.row(record, row.topic(), row.id(), row.json()), row));
    }
    if (settings.output() != null && answered.value() != null) {
      messages.add(
          new Message.Plain(
              RecordHeaders.answer(
                  record,
                  settings,
                  settings.output(),
                  answered.value(),
                  answered.mediaType(),
                  answered.report())));
    }
    return messages;
  }

  private void sendLetter(Writing writing, Problem problem, boolean isWhole) {
    writing.problem = problem;
    writing.outcome = problem.name();
    ProducerRecord<byte[], byte[]> letter =
        RecordHeaders.deadLetter(writing.record, settings, problem, isWhole);
    send(writing, List.of(new Message.Letter(letter, isWhole)));
  }

  /** Sends on a thread of its own, in order. The producer keeps the order of one key. */
  private void send(Writing writing, List<Message> messages) {
    if (messages.isEmpty()) { // Its topics have all of its rows.
      events.accept(() -> written(writing));
      return;
    }
    writing.open += messages.size();
    sender.execute(
        () -> {
          try {
            for (Message message : messages) {
              var unused =
                  producer.send(
                      message.record(),
                      (done, fault) -> events.accept(() -> acknowledged(writing, message, fault)));
            }
          } catch (RuntimeException fault) {
            events.accept(() -> writing.end.accept(fault));
          }
        });
  }

  private void acknowledged(Writing writing, Message message, @Nullable Exception fault) {
    boolean isLastWord = message instanceof Message.Letter letter && !letter.isWhole();
    if (fault != null && (isLastWord || !isOfTheRecord(fault))) {
      // The message stays open. If all others come through, the record is not taken for written.
      writing.end.accept(fault);
      return;
    }
    writing.open--;
    if (fault == null) {
      if (message instanceof Message.OfRow of) {
        sent.add(of.row().kind(), of.row().id());
      }
    } else if (writing.problem == null) {
      sendLetter(writing, unsendable(message.record().topic(), fault), true);
    } else if (message instanceof Message.Letter) {
      sendLetter(writing, writing.problem, false);
    }
    if (writing.open == 0) {
      written(writing);
    }
  }

  private void written(Writing writing) {
    metrics.count(writing.outcome);
    writing.end.accept(null);
  }

  /** Tells whether Kafka refuses this one record, so that sending it again is of no use. */
  private static boolean isOfTheRecord(Exception fault) {
    return fault instanceof RecordTooLargeException
        || fault instanceof InvalidTimestampException
        || fault instanceof InvalidRecordException;
  }

  private static Problem unsendable(String topic, Exception fault) {
    return fault instanceof RecordTooLargeException
        ? Problem.of(
                Problem.ProblemKind.TOO_LARGE,
                "What belongs into the topic %s is larger than Kafka takes. Raise its max.message.bytes, and max.request.size in symbolicator.kafka.client."
                    .formatted(topic))
            .withLimit("max.request.size")
        : Problem.of(
            Problem.ProblemKind.BAD_REQUEST,
            "Kafka refuses what belongs into the topic %s: %s"
                .formatted(topic, fault.getMessage()));
  }

  /** What is not acknowledged comes again, so nothing is waited for. */
  @Override
  public void close() {
    sender.shutdownNow();
    producer.close(Duration.ZERO);
  }
}

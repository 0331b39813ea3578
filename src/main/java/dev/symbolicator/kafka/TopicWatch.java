package dev.symbolicator.kafka;

import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.threads.Futures;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks Kafka for the topics again and again. The consumer and the producer do not tell that a
 * broker is away, and write lines about each try.
 */
final class TopicWatch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Admin admin;
  private final KafkaSettings settings;
  private final Notices notices;
  private CompletableFuture<Boolean> look = CompletableFuture.completedFuture(false);

  TopicWatch(KafkaSettings settings, Notices notices) {
    this.admin = KafkaClients.admin(settings, PATIENCE);
    this.settings = settings;
    this.notices = notices;
  }

  /** Begins a look unless one is under way; returns it. True once all topics are there. */
  CompletableFuture<Boolean> look() {
    if (look.isDone()) {
      Map<String, KafkaFuture<TopicDescription>> topics =
          admin.describeTopics(settings.topics()).topicNameValues();
      look =
          KafkaFuture.allOf(topics.values().toArray(new KafkaFuture<?>[0]))
              .toCompletionStage()
              .toCompletableFuture()
              .handle((all, fault) -> isWell(topics, fault));
    }
    return look;
  }

  private boolean isWell(
      Map<String, KafkaFuture<TopicDescription>> topics, @Nullable Throwable fault) {
    if (fault == null) {
      notices.well();
      return true;
    }
    for (String topic : settings.topics()) {
      String problem = problem(topic, topics.get(topic));
      if (problem != null) {
        notices.say(problem);
        return false;
      }
    }
    return false;
  }

  private @Nullable String problem(String topic, @Nullable KafkaFuture<TopicDescription> asked) {
    try {
      if (asked != null && asked.getNow(null) != null) {
        return null;
      }
    } catch (ExecutionException | CompletionException failed) {
      Throwable cause = failed.getCause();
      return Notices.problem(cause == null ? failed : cause, topic, settings);
    } catch (InterruptedException | RuntimeException failed) {
      return Notices.problem(failed, topic, settings);
    }
    return null;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  /** Says in the log what keeps the pipeline from working, once a minute. Thread-safe. */
  static final class Notices {
    private static final Logger LOG = Logger.getLogger(Pipeline.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private @Nullable String last;
    private long lastTime;

    synchronized void say(String problem) {
      long now = System.nanoTime();
      if (!problem.equals(last) || now - lastTime >= PAUSE.toNanos()) {
        LOG.warn(problem);
        last = problem;
        lastTime = now;
      }
    }

    synchronized void well() {
      if (last != null) {
        LOG.info("Kafka answers and has the topics. The pipeline works.");
        last = null;
      }
    }

    synchronized boolean isWell() {
      return last == null;
    }

    /** Returns what is wrong and what to do, without the text of a client key. */
    static String problem(Throwable fault, String topic, KafkaSettings settings) {
      Throwable cause = Futures.cause(fault);
      if (cause instanceof UnknownTopicOrPartitionException) {
        return "The topic "
            + topic
            + " does not exist. Make it, or correct the keys symbolicator.kafka.*topic; the"
            + " pipeline waits for it.";
      }
      if (cause instanceof InvalidTopicException) {
        return "The topic " + topic + " has a name that Kafka does not allow. Correct it.";
      }
      if (cause instanceof AuthorizationException) {
        return "Kafka does not allow the pipeline what it needs: "
            + cause.getMessage()
            + " It reads "
            + settings.read()
            + " in the group "
            + settings.group()
            + " and writes "
            + settings.topics().subList(1, settings.topics().size())
            + ". The pipeline waits.";
      }
      if (cause instanceof AuthenticationException) {
        return "Kafka refuses the credentials of symbolicator.kafka.client: "
            + cause.getMessage()
            + " The pipeline waits.";
      }
      return "Kafka at "
          + settings.servers()
          + " does not answer. The pipeline waits, and HTTP is served meanwhile.";
    }
  }
}

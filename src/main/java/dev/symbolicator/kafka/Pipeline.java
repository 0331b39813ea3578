package dev.symbolicator.kafka;

import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.kafka.TopicWatch.Notices;
import dev.symbolicator.memory.ByteBudget;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.jboss.logging.Logger;

/**
 * Keeps the pipeline running on a thread of its own until the service stops. A run that fails is
 * followed by another, which begins with the records that have no committed answer.
 */
final class Pipeline {
  private static final Logger LOG = Logger.getLogger(Pipeline.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final KafkaSettings settings;
  private final KafkaLimits limits;
  private final RecordWork work;
  private final ByteBudget budget;
  private final Notices notices = new Notices();
  private final PipelineMetrics metrics;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "kafka");

  Pipeline(
      KafkaSettings settings,
      KafkaLimits limits,
      RecordWork work,
      ByteBudget budget,
      MeterRegistry registry) {
    this.settings = settings;
    this.limits = limits;
    this.work = work;
    this.budget = budget;
    metrics = new PipelineMetrics(registry, notices::isWell);
    thread.setDaemon(true);
    // Kafka loads its classes by name with the thread's loader.
    thread.setContextClassLoader(Pipeline.class.getClassLoader());
  }

  void start() {
    thread.start();
  }

  /** Lets the records under way end, and takes no others. */
  void stop() {
    stop.countDown();
  }

  /** Waits for the end after {@link #stop}, not for ever. */
  void awaitEnd() {
    try {
      thread.join(limits.stopWait().plus(PAUSE).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!isStopping(Duration.ZERO)) {
        runOnce();
        boolean unused = isStopping(PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStopping(Duration wait) throws InterruptedException {
    return stop.await(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void runOnce() throws InterruptedException {
    try (TopicWatch topics = new TopicWatch(settings, notices)) {
      while (!hasTopics(topics)) {
        if (isStopping(PAUSE)) {
          return;
        }
      }
      try (PipelineRun run = new PipelineRun(settings, limits, work, budget, metrics, topics)) {
        run.run(() -> stop.getCount() == 0);
      }
    } catch (InterruptException e) {
      throw new InterruptedException(e.getMessage());
    } catch (ApiException refused) {
      LOG.debug("a run of the pipeline failed", refused);
      notices.say(Notices.problem(refused, settings.topic(), settings));
    } catch (KafkaException failed) {
      LOG.debug("a run of the pipeline failed", failed);
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      notices.say(
          "The pipeline cannot work, and tries again: "
              + failed.getMessage()
              + (cause == failed ? "" : " (" + cause.getMessage() + ")"));
    } catch (RuntimeException | Error bug) {
      LOG.error("the pipeline failed, and begins anew", bug);
    }
  }

  private static boolean hasTopics(TopicWatch topics) throws InterruptedException {
    try {
      return topics.look().get();
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    }
  }
}

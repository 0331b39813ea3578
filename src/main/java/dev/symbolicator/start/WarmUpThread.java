package dev.symbolicator.start;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Runs a first round, and repeats a second one, on a daemon thread of low priority. Once the
 * service is ready, the thread sleeps after each round as long as the round took, and longer while
 * requests are under way.
 */
final class WarmUpThread extends Thread {
  private static final Logger LOG = Logger.getLogger(WarmUpThread.class);

  /** The repetitions; after so many, the answers become no faster. */
  static final int REPETITIONS = 300;

  /** The most time of all rounds and pauses; a slow machine gets fewer repetitions. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration BUSY_PAUSE = Duration.ofMillis(20);

  /** The most time that the end of the service waits for a round. */
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  private final Round first;
  private final Round next;
  private final BooleanSupplier isBusy;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isReady;
  private volatile boolean isEnding;

  /** A piece of work. */
  @FunctionalInterface
  interface Round {
    void run() throws IOException;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing waits for this thread for long.
  WarmUpThread(Round first, Round next, BooleanSupplier isBusy) {
    super("warm-up");
    this.first = first;
    this.next = next;
    this.isBusy = isBusy;
    setDaemon(true);
    setPriority(MIN_PRIORITY);
    setContextClassLoader(WarmUpThread.class.getClassLoader());
  }

  @Override
  public void run() {
    long end = System.nanoTime() + LONGEST.toNanos();
    try {
      run(first);
      int repetitions = 0;
      while (repetitions < REPETITIONS && !isEnding && System.nanoTime() < end) {
        if (isBusy.getAsBoolean()) {
          sleep(BUSY_PAUSE.toMillis());
        } else {
          run(next);
          repetitions++;
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the warm-up failed, so the first profiles will be slower", e);
    } catch (InterruptedException ending) {
      interrupt();
    } finally {
      ended.countDown();
    }
  }

  private void run(Round round) throws IOException, InterruptedException {
    long start = System.nanoTime();
    round.run();
    if (isReady) {
      TimeUnit.NANOSECONDS.sleep(System.nanoTime() - start);
    }
  }

  /** Lets rounds run without pauses for a time, or until all have ended. */
  void delayReadiness(Duration longest) {
    try {
      boolean unused = ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } finally {
      isReady = true;
    }
  }

  /** Ends the rounds, and waits for the round under way. */
  void end() {
    isEnding = true;
    interrupt();
    try {
      join(LONGEST_END.toMillis());
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}

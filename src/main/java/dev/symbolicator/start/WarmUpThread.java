package dev.symbolicator.start;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Repeats a round on a daemon thread of low priority. Between rounds the thread sleeps as long as
 * the last round took, so requests have at least one and a half of two cores.
 */
final class WarmUpThread extends Thread {
  private static final Logger LOG = Logger.getLogger(WarmUpThread.class);

  /** After so many rounds of the demo's trace the answers become no faster. */
  static final int ROUNDS = 300;

  /** The most time of all rounds and pauses; a slow machine gets fewer rounds. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** The most time that the end of the service waits for a round. */
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  private final Round round;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile boolean isEnding;

  /** A piece of work to repeat. */
  @FunctionalInterface
  interface Round {
    void run() throws IOException;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing waits for this thread for long.
  WarmUpThread(Round round) {
    super("warm-up");
    this.round = round;
    setDaemon(true);
    setPriority(MIN_PRIORITY);
    setContextClassLoader(WarmUpThread.class.getClassLoader());
  }

  @Override
  public void run() {
    long end = System.nanoTime() + LONGEST.toNanos();
    try {
      for (int i = 0; i < ROUNDS && !isEnding && System.nanoTime() < end; i++) {
        long start = System.nanoTime();
        round.run();
        first.countDown();
        TimeUnit.NANOSECONDS.sleep(System.nanoTime() - start);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the warm-up failed, so the first profiles will be slower", e);
    } catch (InterruptedException ending) {
      interrupt();
    } finally {
      first.countDown();
    }
  }

  /** Waits for the end of the first round. */
  void awaitFirstRound(Duration longest) {
    try {
      boolean unused = first.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
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

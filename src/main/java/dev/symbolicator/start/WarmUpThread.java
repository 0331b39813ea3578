package dev.symbolicator.start;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Runs a first round, repeats a second one, and ends with a last one, on a daemon thread of low
 * priority. Once the service is ready, the thread sleeps after each round for a part of the round's
 * time, and longer while requests are under way.
 */
final class WarmUpThread extends Thread {
  private static final Logger LOG = Logger.getLogger(WarmUpThread.class);

  /** The repetitions; after so many, the answers become no faster. */
  static final int REPETITIONS = 300;

  /** The most time of all rounds and pauses; a slow machine gets fewer repetitions. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Once the service is ready, how many times longer rounds are than the pauses between them. */
  private static final int ROUNDS_PER_PAUSE = 4;

  private static final Duration BUSY_PAUSE = Duration.ofMillis(20);

  /** Leaves both processors to a profile that comes as soon as the service is ready. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** The most time that the end of the service waits for a round. */
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  private final Round first;
  private final Round next;
  private final Runnable last;
  private final BooleanSupplier isBusy;

  /** By {@link System#nanoTime}; empty until the delay of readiness begins. */
  private final AtomicReference<@Nullable Long> endOfDelay = new AtomicReference<>();

  private volatile boolean isEnding;
  private boolean hasRested;

  /** A piece of work. */
  @FunctionalInterface
  interface Round {
    void run() throws IOException, InterruptedException;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing waits for this thread for long.
  WarmUpThread(Round first, Round next, Runnable last, BooleanSupplier isBusy) {
    super("warm-up");
    this.first = first;
    this.next = next;
    this.last = last;
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
        if (isReady() && !hasRested) {
          hasRested = true;
          sleep(FIRST_PAUSE.toMillis());
        } else if (isBusy.getAsBoolean()) {
          sleep(isReady() ? BUSY_PAUSE.toMillis() : 1); // An answer may still hold its memory.
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
      last.run();
    }
  }

  private void run(Round round) throws IOException, InterruptedException {
    long start = System.nanoTime();
    round.run();
    long now = System.nanoTime();
    long took = now - start;
    Long end = endOfDelay.get();
    if (isReady()) {
      TimeUnit.NANOSECONDS.sleep(took / ROUNDS_PER_PAUSE);
    } else if (end != null && end - now < took) {
      endOfDelay.set(now); // Another round would not end before.
    }
  }

  /** Lets rounds run without pauses for a time, which begins with the first call. */
  void delayReadiness(Duration longest) {
    if (endOfDelay.get() == null) {
      endOfDelay.compareAndSet(null, System.nanoTime() + longest.toNanos());
    }
  }

  /** Tells whether the time is over, or no round is left. */
  boolean isReady() {
    Long end = endOfDelay.get();
    return !isAlive() || (end != null && System.nanoTime() - end >= 0);
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

package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpThreadTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void allRoundsRun() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    WarmUpThread thread = new WarmUpThread(rounds::incrementAndGet);
    thread.start();
    thread.awaitFirstRound(LONG);
    assertTrue(rounds.get() >= 1);
    thread.join(LONG.toMillis());
    assertEquals(WarmUpThread.ROUNDS, rounds.get());
  }

  @Test
  void slowRoundIsAwaitedNoLongerThanAllowed() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    WarmUpThread thread = new WarmUpThread(() -> awaitUninterruptibly(end));
    thread.start();
    thread.awaitFirstRound(Duration.ofMillis(20));
    assertTrue(thread.isAlive());
    end.countDown();
    thread.end();
    assertFalse(thread.isAlive());
  }

  @Test
  void endComesAfterTheRoundUnderWay() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            () -> {
              begun.incrementAndGet();
              long until = System.nanoTime() + Duration.ofMillis(50).toNanos();
              while (System.nanoTime() < until) {
                Thread.onSpinWait();
              }
              ended.incrementAndGet();
            });
    thread.start();
    thread.awaitFirstRound(LONG);
    thread.end();
    assertFalse(thread.isAlive());
    assertEquals(begun.get(), ended.get());
    assertTrue(begun.get() < WarmUpThread.ROUNDS);
  }

  @Test
  void threadThatNeverStartedEndsImmediately() {
    new WarmUpThread(() -> {}).end();
  }

  @Test
  void failureEndsTheRounds() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            () -> {
              rounds.incrementAndGet();
              throw new IOException("a failure of the test");
            });
    thread.start();
    thread.awaitFirstRound(LONG);
    thread.join(LONG.toMillis());
    assertEquals(1, rounds.get());
  }

  @Test
  void threadIsDaemonOfLowestPriority() {
    WarmUpThread thread = new WarmUpThread(() -> {});
    assertTrue(thread.isDaemon());
    assertEquals(Thread.MIN_PRIORITY, thread.getPriority());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException again) {
        // The round under way is not ended.
      }
    }
  }
}

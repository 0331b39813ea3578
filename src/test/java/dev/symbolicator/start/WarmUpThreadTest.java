package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpThreadTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void allRoundsRun() throws Exception {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger last = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            first::incrementAndGet, next::incrementAndGet, last::incrementAndGet, () -> false);
    thread.start();
    thread.join(LONG.toMillis());
    assertEquals(1, first.get());
    assertEquals(WarmUpThread.REPETITIONS, next.get());
    assertEquals(1, last.get());
  }

  @Test
  void serviceIsReadyWhenNoRoundIsLeft() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    WarmUpThread thread =
        new WarmUpThread(() -> awaitUninterruptibly(end), () -> {}, () -> {}, () -> false);
    assertTrue(thread.isReady());
    thread.start();
    thread.delayReadiness(LONG);
    assertFalse(thread.isReady());
    end.countDown();
    thread.join(LONG.toMillis());
    assertTrue(thread.isReady());
  }

  @Test
  void slowRoundDelaysReadinessNoLongerThanAllowed() {
    CountDownLatch end = new CountDownLatch(1);
    WarmUpThread thread =
        new WarmUpThread(() -> awaitUninterruptibly(end), () -> {}, () -> {}, () -> false);
    thread.start();
    assertFalse(thread.isReady());
    thread.delayReadiness(Duration.ZERO);
    thread.delayReadiness(LONG);
    assertTrue(thread.isReady());
    assertTrue(thread.isAlive());
    end.countDown();
    thread.end();
    assertFalse(thread.isAlive());
  }

  @Test
  void endComesAfterTheRoundUnderWay() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            () -> {
              begun.countDown();
              spin(Duration.ofMillis(50));
              ended.set(true);
            },
            next::incrementAndGet,
            () -> {},
            () -> false);
    thread.start();
    begun.await();
    thread.end();
    assertFalse(thread.isAlive());
    assertTrue(ended.get());
    assertEquals(0, next.get());
  }

  @Test
  void repetitionsWaitWhileRequestsAreUnderWay() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger nextWhenIdle = new AtomicInteger(-1);
    AtomicInteger next = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            () -> {},
            next::incrementAndGet,
            () -> {},
            () -> {
              boolean busy = asked.incrementAndGet() < 3;
              if (!busy) {
                nextWhenIdle.compareAndSet(-1, next.get());
              }
              return busy;
            });
    thread.start();
    thread.join(LONG.toMillis());
    assertEquals(0, nextWhenIdle.get());
    assertEquals(WarmUpThread.REPETITIONS, next.get());
  }

  @Test
  void threadThatNeverStartedEndsImmediately() {
    new WarmUpThread(() -> {}, () -> {}, () -> {}, () -> false).end();
  }

  @Test
  void failureEndsTheRounds() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    AtomicInteger last = new AtomicInteger();
    WarmUpThread thread =
        new WarmUpThread(
            () -> {
              rounds.incrementAndGet();
              throw new IOException("a failure of the test");
            },
            rounds::incrementAndGet,
            last::incrementAndGet,
            () -> false);
    thread.start();
    thread.join(LONG.toMillis());
    assertEquals(1, rounds.get());
    assertEquals(1, last.get());
  }

  @Test
  void threadIsDaemonOfLowestPriority() {
    WarmUpThread thread = new WarmUpThread(() -> {}, () -> {}, () -> {}, () -> false);
    assertTrue(thread.isDaemon());
    assertEquals(Thread.MIN_PRIORITY, thread.getPriority());
  }

  private static void spin(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
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

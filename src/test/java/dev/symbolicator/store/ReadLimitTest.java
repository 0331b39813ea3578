package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.LayeredStore.ReadLimit;
import dev.symbolicator.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadLimitTest {
  /** The length of all files that fit at once. */
  private static final int ROOM = 6;

  private static final int LIMIT = 1_000;
  private final ByteBudget budget = new ByteBudget(LIMIT);
  private final ReadLimit room = new ReadLimit(2 * ROOM, budget);
  private final ExecutorService threads = Executors.newFixedThreadPool(2 * ROOM);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Returns the most files that were read at once. Each read waits until so many are under way. */
  private int mostAtOnce(int files, int atOnce, long bytes) {
    CyclicBarrier all = new CyclicBarrier(atOnce);
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      work.add(
          CompletableFuture.runAsync(
              () ->
                  room.read(
                      bytes,
                      () -> {
                        most.accumulateAndGet(reading.incrementAndGet(), Math::max);
                        meet(all);
                        reading.decrementAndGet();
                      }),
              threads));
    }
    work.forEach(Await::value);
    return most.get();
  }

  private static void meet(CyclicBarrier all) {
    try {
      all.await(30, TimeUnit.SECONDS);
    } catch (Exception alone) {
      throw new AssertionError("fewer files are read at once than fit", alone);
    }
  }

  @Test
  void filesReadAtOnceMayTakeHalfTheLimit() {
    assertEquals(6, mostAtOnce(12, 6, 1));
    assertEquals(3, mostAtOnce(12, 3, 2));
    assertEquals(1, mostAtOnce(3, 1, ROOM));
  }

  @Test
  void fileLargerThanHalfTheLimitIsChargedToTheBudget() {
    assertTrue(room.read(ROOM, () -> assertEquals(0, budget.used())));
    assertTrue(room.read(ROOM + 1, () -> assertEquals(2 * (ROOM + 1), budget.used())));
    assertEquals(0, budget.used());
  }

  @Test
  void fileThatExceedsTheBudgetIsNotRead() {
    assertFalse(room.read(LIMIT, () -> fail("there was no memory for the file")));
    assertFalse(room.read(Long.MAX_VALUE, () -> fail("there was no memory for the file")));
    assertEquals(0, budget.used());
  }

  @Test
  void failedReadGivesItsMemoryBack() {
    for (long size : new long[] {ROOM, ROOM + 1}) {
      for (int i = 0; i < 2; i++) {
        assertThrows(
            IllegalStateException.class,
            () ->
                room.read(
                    size,
                    () -> {
                      throw new IllegalStateException("made for this test");
                    }));
      }
    }
    assertEquals(0, budget.used());
    assertEquals(1, mostAtOnce(2, 1, ROOM));
  }
}

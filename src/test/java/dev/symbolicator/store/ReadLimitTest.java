package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.symbolicator.memory.ByteBudget;
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
  private static final int ROOM = 6;
  private static final int LIMIT = 1_000;
  private final ByteBudget budget = new ByteBudget(LIMIT);
  private final ReadLimit room = new ReadLimit(2 * ROOM, budget);
  private final ExecutorService threads = Executors.newFixedThreadPool(2 * ROOM);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** How many read at once at most, of whom each is to meet so many others. */
  private int most(int files, int atOnce, long bytes) {
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
      throw new AssertionError("fewer at once than there is room for", alone);
    }
  }

  @Test
  void asManyFilesAreReadAtOnceAsThereIsRoomForTwiceAndNoMore() {
    assertEquals(6, most(12, 6, 1));
    assertEquals(3, most(12, 3, 2));
    assertEquals(1, most(3, 1, ROOM));
  }

  @Test
  void aFileThatPassesTheRoomIsChargedToTheBudget() {
    assertTrue(room.read(ROOM, () -> assertEquals(0, budget.used())));
    assertTrue(room.read(ROOM + 1, () -> assertEquals(2 * (ROOM + 1), budget.used())));
    assertEquals(0, budget.used());
  }

  @Test
  void aFileForWhichTheBudgetHasNothingLeftIsNotRead() {
    assertFalse(room.read(LIMIT, () -> fail("there was no memory for it")));
    assertFalse(room.read(Long.MAX_VALUE, () -> fail("there was no memory for it")));
    assertEquals(0, budget.used());
  }

  @Test
  void aReadThatFailsLeavesItsRoom() {
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
    assertEquals(1, most(2, 1, ROOM));
  }
}

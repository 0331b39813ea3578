package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

class ReadingRoomTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int ROOM = 6;
  private final ReadingRoom room = new ReadingRoom(ROOM * MEBIBYTE);
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
  void asManyFilesAreReadAtOnceAsThereIsRoomForAndNoMore() {
    assertEquals(6, most(12, 6, MEBIBYTE - 1));
    assertEquals(3, most(12, 3, 2 * MEBIBYTE - 1));
    assertEquals(2, most(12, 2, 2 * MEBIBYTE));
  }

  @Test
  void aFileThatIsLargerThanTheRoomIsReadAlone() {
    assertEquals(1, most(3, 1, Long.MAX_VALUE));
  }

  @Test
  void aReadThatFailsLeavesItsRoom() {
    for (int i = 0; i < 2 * ROOM; i++) {
      assertThrows(
          IllegalStateException.class,
          () ->
              room.read(
                  ROOM * MEBIBYTE,
                  () -> {
                    throw new IllegalStateException("made for this test");
                  }));
    }
    assertEquals(1, most(2, 1, ROOM * MEBIBYTE));
  }

  @Test
  void thereIsAlwaysRoomForOne() {
    AtomicInteger reads = new AtomicInteger();
    new ReadingRoom(0).read(0, reads::incrementAndGet);
    assertEquals(1, reads.get());
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTiersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5})
  void asManyFilesAreReadAtOnceAsTheLimitAndNoMore(int limit) {
    try (TestScripts instance =
        new TestScripts(
            new MovableClock(),
            "symbolicator.cache.max-disk-size",
            "0",
            "symbolicator.cache.store-threads",
            Integer.toString(limit))) {
      Executor threads = instance.tiers().threads();
      Phaser allAtOnce = new Phaser(limit);
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      List<CompletableFuture<Void>> work = new ArrayList<>();
      for (int i = 0; i < 3 * limit; i++) {
        work.add(
            CompletableFuture.runAsync(
                () -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  allAtOnce.arriveAndAwaitAdvance(); // would hang with fewer threads
                  running.decrementAndGet();
                },
                threads));
      }
      work.forEach(Await::value);
      assertEquals(limit, most.get());
    }
  }
}

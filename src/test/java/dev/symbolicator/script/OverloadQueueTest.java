package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.threads.Slots.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OverloadQueueTest {
  private static final Turn ORIGIN = new Turn("default", "https://a.example");
  private static final Turn ANOTHER = new Turn("default", "https://b.example");

  private static final Outcome OVERLOADED =
      new Missed(new Failed(ScriptStatus.OVERLOADED, "There was no memory."));
  private static final Outcome DONE = new Missed(new Failed(ScriptStatus.NO_SOURCE_MAP, "None."));

  private final ByteBudget budget = new ByteBudget(1000);
  private final AtomicInteger attempts = new AtomicInteger();

  private OverloadQueue queue(String... settings) {
    ScriptLimits limits = Settings.of(settings).limits(ScriptLimits.DEFAULT);
    return new OverloadQueue(budget, limits, ForkJoinPool.commonPool());
  }

  /** Runs a load that needs a number of bytes. */
  private CompletableFuture<Outcome> load(long bytes) {
    attempts.incrementAndGet();
    try (ByteBudget.Lease lease = budget.open()) {
      return CompletableFuture.completedFuture(lease.grow(bytes) ? DONE : OVERLOADED);
    }
  }

  @Test
  void loadIsTriedAgainUntilThereIsMemory() {
    OverloadQueue queue = queue();
    ByteBudget.Lease other = budget.open();
    assertTrue(other.grow(400)); // Half is free, which is not enough.
    CompletableFuture<Outcome> result =
        queue.retry(
            ORIGIN,
            () -> {
              if (attempts.get() == 2) {
                other.close();
              }
              return load(800);
            },
            OVERLOADED);
    assertSame(DONE, Await.value(result));
    assertEquals(3, attempts.get());
  }

  @Test
  void loadBeyondTheBudgetIsTriedTwice() {
    assertSame(OVERLOADED, Await.value(queue().retry(ORIGIN, () -> load(1001), OVERLOADED)));
    assertEquals(2, attempts.get());
  }

  @Test
  void loadIsGivenUpWhenItsTimeIsOver() {
    try (ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(900));
      OverloadQueue queue = queue("limits.script.tryTime", "200MS");
      assertSame(OVERLOADED, Await.value(queue.retry(ORIGIN, () -> load(800), OVERLOADED)));
      assertEquals(1, attempts.get());
    }
  }

  @Test
  void waitingLoadsKeepToTheirLimit() {
    OverloadQueue queue = queue("limits.script.waiting", "2");
    CompletableFuture<Outcome> first = new CompletableFuture<>();
    CompletableFuture<Outcome> one = queue.retry(ORIGIN, () -> first, OVERLOADED);
    CompletableFuture<Outcome> two = queue.retry(ORIGIN, () -> load(1), OVERLOADED);
    assertSame(OVERLOADED, Await.value(queue.retry(ORIGIN, () -> load(1), OVERLOADED)));
    assertFalse(two.isDone());
    first.complete(DONE);
    assertSame(DONE, Await.value(one));
    assertSame(DONE, Await.value(two));
    assertSame(DONE, Await.value(queue.retry(ORIGIN, () -> load(1), OVERLOADED)));
    assertEquals(2, attempts.get());
  }

  /**
   * Queues a load for each name behind a load that has its turn; returns the order of the turns.
   */
  private List<String> orderOf(OverloadQueue queue, String... names) {
    List<String> order = new CopyOnWriteArrayList<>();
    CompletableFuture<Outcome> first = new CompletableFuture<>();
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    all.add(queue.retry(ORIGIN, () -> first, OVERLOADED));
    for (String name : names) {
      all.add(
          queue.retry(
              name.startsWith("a") ? ORIGIN : ANOTHER,
              () -> {
                order.add(name);
                return load(1);
              },
              OVERLOADED));
    }
    first.complete(DONE);
    all.forEach(Await::value);
    return order;
  }

  @Test
  void originsTakeTurns() {
    assertEquals(List.of("a1", "b1", "a2", "a3"), orderOf(queue(), "a1", "a2", "a3", "b1"));
  }

  @Test
  void fullQueueDropsALoadOfTheOriginThatHasMost() {
    OverloadQueue queue = queue("limits.script.waiting", "4");
    assertEquals(List.of("a1", "b1", "a2"), orderOf(queue, "a1", "a2", "a3", "b1"));
  }

  @Test
  void thousandLoadsThatEndAtOnceAllGetTheirTurn() {
    String[] names = Collections.nCopies(999, "a").toArray(String[]::new);
    assertEquals(999, orderOf(queue(), names).size());
  }

  @Test
  void loadThatThrowsDelaysNoOther() {
    OverloadQueue queue = queue();
    CompletableFuture<Outcome> failing =
        queue.retry(
            ORIGIN,
            () -> {
              throw new IllegalStateException();
            },
            OVERLOADED);
    assertSame(DONE, Await.value(queue.retry(ORIGIN, () -> load(1), OVERLOADED)));
    assertTrue(failing.isCompletedExceptionally());
  }

  @Test
  void loadBeyondItsTimeDelaysNoOther() {
    OverloadQueue queue = queue("limits.script.tryTime", "50MS");
    CompletableFuture<Outcome> dripping = new CompletableFuture<>();
    CompletableFuture<Outcome> slow = queue.retry(ORIGIN, () -> dripping, OVERLOADED);
    assertSame(DONE, Await.value(queue.retry(ORIGIN, () -> load(1), OVERLOADED)));
    assertFalse(slow.isDone());
    dripping.complete(DONE);
    assertSame(DONE, Await.value(slow));
  }
}

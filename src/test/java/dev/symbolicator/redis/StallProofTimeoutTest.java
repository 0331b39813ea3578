package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.script.Patience;
import dev.symbolicator.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StallProofTimeoutTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    Await.value(vertx.close());
  }

  private CompletableFuture<Object> limited(Future<String> future, Duration limit) {
    return StallProofTimeout.of(vertx, future, limit)
        .<Object>map(value -> value)
        .otherwise(cause -> cause)
        .toCompletionStage()
        .toCompletableFuture();
  }

  @Test
  void whatNeverComesFails() {
    Promise<String> never = Promise.promise();
    assertInstanceOf(
        TimeoutException.class, Await.value(limited(never.future(), Duration.ofMillis(20))));
    assertTrue(never.tryComplete("late"));
  }

  @Test
  void whatIsWaitedForInTurnTakesAsLongAsItsPatienceInSum() {
    Patience patience = new Patience(Duration.ofMillis(100));
    for (int i = 0; i < 30 && !patience.isOver(); i++) {
      Promise<String> soon = Promise.promise();
      vertx.setTimer(10, over -> soon.complete("soon"));
      Await.value(
          StallProofTimeout.of(vertx, soon.future(), patience.left(), patience::take)
              .otherwise("too late"));
    }
    // At least 10 ms or, where this process stalls, a quarter of what is left count each time.
    assertTrue(patience.isOver());
  }

  @Test
  void aStallCountsAsOneStepAtMost() {
    Patience patience = new Patience(LONG);
    Promise<String> answer = Promise.promise();
    vertx.runOnContext(
        onOneThread -> {
          Promise<String> late = Promise.promise();
          StallProofTimeout.of(vertx, late.future(), Duration.ofMillis(40), patience::take)
              .onComplete(answer);
          long end = System.nanoTime() + Duration.ofMillis(80).toNanos();
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
          late.complete("in time");
        });
    assertEquals("in time", Await.value(answer.future()));
    assertEquals(LONG.minusMillis(10), patience.left());
  }

  @Test
  void whatComesAndWhatFailsInTimeIsItself() {
    assertEquals("value", Await.value(limited(Future.succeededFuture("value"), LONG)));
    IllegalStateException cause = new IllegalStateException();
    assertEquals(cause, Await.value(limited(Future.failedFuture(cause), LONG)));
  }
}

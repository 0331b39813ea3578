package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void whatComesAndWhatFailsInTimeIsItself() {
    assertEquals("value", Await.value(limited(Future.succeededFuture("value"), LONG)));
    IllegalStateException cause = new IllegalStateException();
    assertEquals(cause, Await.value(limited(Future.failedFuture(cause), LONG)));
  }
}

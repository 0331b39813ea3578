package dev.symbolicator.threads;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FuturesTest {
  private final RuntimeException thrown =
      new IllegalStateException("made for this test", new RuntimeException("its own cause"));

  @Test
  void causeIsTheThrownExceptionAtEveryStage() {
    CompletableFuture<String> failed = CompletableFuture.failedFuture(thrown);
    for (CompletableFuture<String> stage : List.of(failed, failed.thenApply(never -> never))) {
      AtomicReference<Throwable> seen = new AtomicReference<>();
      CompletableFuture<String> unused =
          stage.whenComplete((never, fault) -> seen.set(Futures.cause(fault)));
      assertSame(thrown, seen.get());
    }
  }

  @Test
  void wrapperWithoutACauseIsItsOwnCause() {
    CompletionException empty = new CompletionException(null);
    assertSame(empty, Futures.cause(empty));
  }
}

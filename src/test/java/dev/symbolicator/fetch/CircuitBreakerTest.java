package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.CircuitBreaker.Outcome;
import dev.symbolicator.fetch.FetchFailure.CircuitOpen;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // It overflows on the way.
  private final CircuitBreaker breaker =
      new CircuitBreaker(3, Duration.ofSeconds(30), 4, nanos::get);

  private void ask(String origin, Outcome outcome) {
    assertNull(breaker.enter(origin));
    breaker.leave(origin, outcome);
  }

  private void fail(String origin, int times) {
    for (int i = 0; i < times; i++) {
      ask(origin, Outcome.FAILED);
    }
  }

  private void goOn(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void anOriginIsLeftAloneAfterItsLastFailureInARowThatIsOneTooMany() {
    fail("a", 2);
    assertNull(breaker.enter("a"));
    breaker.leave("a", Outcome.FAILED);
    assertEquals(new CircuitOpen(30_000), breaker.enter("a"));
    goOn(Duration.ofSeconds(10));
    assertEquals(new CircuitOpen(20_000), breaker.enter("a"));
    assertNull(breaker.enter("b"), "others are not concerned");
  }

  @Test
  void anAnswerBeginsTheCountAnew() {
    fail("a", 2);
    ask("a", Outcome.ANSWERED);
    fail("a", 2);
    assertNull(breaker.enter("a"));
  }

  @Test
  void afterThePauseOneFetchTriesItAndTheOthersWaitForIt() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    assertNull(breaker.enter("a"));
    assertNotNull(breaker.enter("a"));
    breaker.leave("a", Outcome.ANSWERED);
    assertNull(breaker.enter("a"));
    assertEquals(0, breaker.size());
  }

  @Test
  void oneMoreFailureAfterThePauseIsEnoughForAnotherPause() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    fail("a", 1);
    assertEquals(new CircuitOpen(30_000), breaker.enter("a"));
  }

  @Test
  void aProbeThatTeachesNothingLeavesThePlaceToAnother() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    ask("a", Outcome.UNKNOWN);
    assertNull(breaker.enter("a"));
    assertNotNull(breaker.enter("a"));
  }

  @Test
  void onlyTheLatestOriginsThatFailedAreRemembered() {
    ask("answers", Outcome.ANSWERED);
    assertEquals(0, breaker.size());
    for (String origin : new String[] {"a", "b", "c", "d"}) {
      fail(origin, 3);
    }
    assertNotNull(breaker.enter("a"), "which counts as a use");
    fail("e", 3);
    assertEquals(4, breaker.size());
    assertNull(breaker.enter("b"));
    for (String origin : new String[] {"a", "c", "d", "e"}) {
      assertNotNull(breaker.enter(origin), origin);
    }
  }
}

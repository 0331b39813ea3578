package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.CircuitBreaker.OriginVerdict;
import dev.symbolicator.fetch.CircuitBreaker.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // overflows during a test
  private final CircuitBreaker breaker =
      new CircuitBreaker(3, Duration.ofSeconds(30), 4, nanos::get);

  private Ticket enter(String origin) {
    return assertInstanceOf(Ticket.class, breaker.enter(origin));
  }

  private void assertClosed(String origin) {
    assertInstanceOf(CircuitBreaker.EntryRefused.class, breaker.enter(origin), origin);
  }

  private void assertClosed(long millis, String origin) {
    assertEquals(
        new CircuitBreaker.EntryRefused(FetchFailure.leftAlone(millis)),
        breaker.enter(origin),
        origin);
  }

  private void ask(String origin, OriginVerdict outcome) {
    breaker.leave(enter(origin), outcome);
  }

  private void fail(String origin, int times) {
    for (int i = 0; i < times; i++) {
      ask(origin, OriginVerdict.FAILED);
    }
  }

  private void goOn(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void originIsLeftAloneAfterMaxFailuresInARow() {
    fail("a", 2);
    ask("a", OriginVerdict.FAILED);
    assertClosed(30_000, "a");
    goOn(Duration.ofSeconds(10));
    assertClosed(20_000, "a");
    enter("b"); // other origins are not affected
  }

  @Test
  void answerResetsTheCount() {
    fail("a", 2);
    ask("a", OriginVerdict.ANSWERED);
    fail("a", 2);
    enter("a");
  }

  @Test
  void onlyOneProbeIsAllowedAfterThePause() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    Ticket probe = enter("a");
    assertClosed("a");
    breaker.leave(probe, OriginVerdict.ANSWERED);
    enter("a");
    enter("a");
    assertEquals(0, breaker.size());
  }

  @Test
  void failedProbeStartsAnotherPause() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    fail("a", 1);
    assertClosed(30_000, "a");
  }

  @Test
  void probeWithoutAVerdictIsFollowedByAnother() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    ask("a", OriginVerdict.UNKNOWN);
    enter("a");
    assertClosed("a");
  }

  @Test
  void verdictOfAnOlderFetchDoesNotCountForTheProbe() {
    Ticket old = enter("a");
    Ticket older = enter("a");
    Ticket oldest = enter("a");
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    Ticket probe = enter("a");
    breaker.leave(old, OriginVerdict.UNKNOWN);
    assertClosed("a");
    breaker.leave(older, OriginVerdict.ANSWERED);
    assertClosed("a");
    goOn(Duration.ofSeconds(20));
    breaker.leave(oldest, OriginVerdict.FAILED);
    assertClosed(10_000, "a");
    breaker.leave(probe, OriginVerdict.ANSWERED);
    enter("a");
    enter("a");
  }

  @Test
  void answerOfAnOlderFetchDoesNotEndThePause() {
    Ticket old = enter("a");
    fail("a", 3);
    breaker.leave(old, OriginVerdict.ANSWERED);
    assertClosed(30_000, "a");
  }

  @Test
  void lostProbeIsReplacedAndItsLateVerdictIgnored() {
    fail("a", 3);
    goOn(Duration.ofSeconds(30));
    Ticket lost = enter("a");
    goOn(Duration.ofSeconds(30));
    Ticket probe = enter("a");
    breaker.leave(lost, OriginVerdict.ANSWERED);
    assertClosed("a");
    breaker.leave(probe, OriginVerdict.FAILED);
    assertClosed(30_000, "a");
  }

  @Test
  void unknownVerdictNeitherCountsNorResetsTheCount() {
    fail("a", 2);
    ask("a", OriginVerdict.UNKNOWN);
    enter("a");
    fail("a", 1);
    assertClosed("a");
  }

  @Test
  void originIsLeftAloneForAsLongAsItAsked() {
    Ticket old = enter("a");
    breaker.leaveAlone(enter("a"), Duration.ofSeconds(20));
    assertClosed(20_000, "a");
    breaker.leaveAlone(old, Duration.ofSeconds(30)); // an older fetch
    assertClosed(20_000, "a");
    goOn(Duration.ofSeconds(20));
    Ticket probe = enter("a");
    assertClosed("a");
    breaker.leaveAlone(probe, Duration.ofSeconds(10));
    assertClosed(10_000, "a");
    goOn(Duration.ofSeconds(10));
    ask("a", OriginVerdict.ANSWERED);
    enter("a");
    enter("a");
    assertEquals(0, breaker.size());
  }

  @Test
  void onlyTheMostRecentlyUsedFailingOriginsAreRemembered() {
    ask("answers", OriginVerdict.ANSWERED);
    assertEquals(0, breaker.size());
    for (String origin : new String[] {"a", "b", "c", "d"}) {
      fail(origin, 3);
    }
    assertClosed("a"); // a use
    fail("e", 3);
    assertEquals(4, breaker.size());
    enter("b");
    for (String origin : new String[] {"a", "c", "d", "e"}) {
      assertClosed(origin);
    }
  }
}

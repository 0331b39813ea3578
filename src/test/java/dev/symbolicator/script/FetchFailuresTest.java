package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FetchFailuresTest {
  @Test
  void anOriginThatIsLeftAloneForAWhileIsNoMissToRemember() {
    ScriptResult.Failed failed = FetchFailures.ofScript(new FetchFailure.CircuitOpen(30_000));
    assertEquals(ScriptStatus.LEFT_ALONE, failed.status());
    assertTrue(failed.passing());
    assertEquals(30_000, failed.retryAfterMillis());
  }

  @Test
  void whenAnOriginWantsToBeAskedAgainIsHandedOn() {
    WebUrl map = Objects.requireNonNull(WebUrl.parse("https://example.com/a.js.map"));
    FetchFailure busy = new FetchFailure.HttpStatus(429, 20_000);
    assertEquals(20_000, FetchFailures.ofScript(busy).retryAfterMillis());
    assertEquals(20_000, FetchFailures.ofMap(busy, map).retryAfterMillis());
    FetchFailure late = new FetchFailure.TimedOut(5_000);
    assertEquals(0, FetchFailures.ofScript(late).retryAfterMillis());
  }

  /** What is "unreachable" may pass or not: the status alone does not tell. */
  @Test
  void aFailureMayPassAsTheFetcherSays() {
    WebUrl map = Objects.requireNonNull(WebUrl.parse("https://example.com/a.js.map"));
    for (FetchFailure failure :
        List.of(
            new FetchFailure.TimedOut(5_000),
            new FetchFailure.Unreachable("The connection was refused."),
            new FetchFailure.Corrupt("It ended too early."),
            new FetchFailure.OverBudget("It was too much."),
            new FetchFailure.HttpStatus(503),
            new FetchFailure.HttpStatus(429))) {
      assertTrue(FetchFailures.ofScript(failure).passing(), failure::toString);
      assertTrue(FetchFailures.ofMap(failure, map).passing(), failure::toString);
    }
    for (FetchFailure failure :
        List.of(
            new FetchFailure.Unreachable("The host has no address.", false),
            new FetchFailure.Blocked(FetchFailure.BlockedBy.ADDRESS, "It is private."),
            new FetchFailure.NotFound(404),
            new FetchFailure.HttpStatus(403),
            new FetchFailure.TooLarge(1),
            new FetchFailure.TooLargeForMemory(),
            new FetchFailure.TooManyRedirects(5))) {
      assertFalse(FetchFailures.ofScript(failure).passing(), failure::toString);
      assertFalse(FetchFailures.ofMap(failure, map).passing(), failure::toString);
    }
  }

  @Test
  void bothTimeoutsAreTimeouts() {
    for (boolean idle : new boolean[] {false, true}) {
      FetchFailure failure = new FetchFailure.TimedOut(5_000, idle);
      assertEquals(ScriptStatus.TIMED_OUT, FetchFailures.ofScript(failure).status());
    }
  }
}

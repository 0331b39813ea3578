package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.LastingFailure;
import dev.symbolicator.fetch.PassingFailure;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.url.WebUrl;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ScriptFailuresTest {
  private final ScriptFailures failures =
      new ScriptFailures(Settings.of().read(ScriptConfig.class));

  private static final WebUrl MAP =
      Objects.requireNonNull(WebUrl.parse("https://example.com/a.js.map"));

  private long retryAfterMillis(FetchFailure failure) {
    long ofScript = failures.ofScript(failure).report().retryAfter().toMillis();
    assertEquals(ofScript, failures.ofMap(failure, MAP).report().retryAfter().toMillis());
    return ofScript;
  }

  @Test
  void failureOfAnOriginLeftAloneIsPassing() {
    ScriptResult.Failed failed = failures.ofScript(new PassingFailure.CircuitOpen(30_000));
    assertEquals(ScriptStatus.LEFT_ALONE, failed.status());
    assertTrue(failed.report().isPassing());
    assertEquals(Duration.ofSeconds(30), failed.report().retryAfter());
  }

  @Test
  void retryAfterOfAnOriginLeftAloneIsItsPause() {
    assertEquals(30_000, retryAfterMillis(new PassingFailure.CircuitOpen(30_000)));
    assertEquals(2_000, retryAfterMillis(new PassingFailure.CircuitOpen(2_000)));
    assertEquals(1_000, retryAfterMillis(new PassingFailure.CircuitOpen(1)));
  }

  @Test
  void retryAfterOfARememberedFailureIsItsTimeToLiveAtLeast() {
    assertEquals(5_000, retryAfterMillis(new PassingFailure.TimedOut(5_000)));
    assertEquals(5_000, retryAfterMillis(new FetchFailure.HttpStatus(429, 2_000)));
    assertEquals(20_000, retryAfterMillis(new FetchFailure.HttpStatus(429, 20_000)));
  }

  @Test
  void failureForLackOfMemoryMayPassSoon() {
    assertEquals(1_000, retryAfterMillis(new PassingFailure.NoCapacity("It was too much.")));
  }

  /** An unreachable origin may be a passing failure or a lasting one. */
  @Test
  void failureIsPassingIfTheFetchFailureIs() {
    for (FetchFailure failure :
        List.of(
            new PassingFailure.TimedOut(5_000),
            new FetchFailure.Unreachable("The connection was refused."),
            new PassingFailure.CorruptBody("It ended too early."),
            new PassingFailure.NoCapacity("It was too much."),
            new FetchFailure.HttpStatus(503),
            new FetchFailure.HttpStatus(429))) {
      assertTrue(failures.ofScript(failure).report().isPassing(), failure::toString);
      assertTrue(failures.ofMap(failure, MAP).report().isPassing(), failure::toString);
    }
    for (FetchFailure failure :
        List.of(
            new FetchFailure.Unreachable("The host has no address.", false),
            new FetchFailure.Blocked(FetchFailure.BlockedBy.ADDRESS, "It is private."),
            new LastingFailure.NotFound(404),
            new FetchFailure.HttpStatus(403),
            new LastingFailure.FileTooLarge(1),
            new LastingFailure.TooLargeForMemory(),
            new LastingFailure.TooManyRedirects(5))) {
      assertFalse(failures.ofScript(failure).report().isPassing(), failure::toString);
      assertFalse(failures.ofMap(failure, MAP).report().isPassing(), failure::toString);
    }
  }

  @Test
  void bothTimeoutsHaveTheStatusTimedOut() {
    for (boolean idle : new boolean[] {false, true}) {
      FetchFailure failure = new PassingFailure.TimedOut(5_000, idle);
      assertEquals(ScriptStatus.TIMED_OUT, failures.ofScript(failure).status());
    }
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchFailure.Kind;
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
    ScriptResult.Failed failed = failures.ofScript(FetchFailure.leftAlone(30_000));
    assertEquals(ScriptStatus.LEFT_ALONE, failed.status());
    assertTrue(failed.report().isPassing());
    assertEquals(Duration.ofSeconds(30), failed.report().retryAfter());
  }

  @Test
  void retryAfterOfAnOriginLeftAloneIsItsPause() {
    assertEquals(30_000, retryAfterMillis(FetchFailure.leftAlone(30_000)));
    assertEquals(2_000, retryAfterMillis(FetchFailure.leftAlone(2_000)));
    assertEquals(1_000, retryAfterMillis(FetchFailure.leftAlone(1)));
  }

  @Test
  void retryAfterOfARememberedFailureIsItsTimeToLiveAtLeast() {
    assertEquals(5_000, retryAfterMillis(FetchFailure.timedOut(5_000)));
    assertEquals(5_000, retryAfterMillis(FetchFailure.status(429, 2_000)));
    assertEquals(20_000, retryAfterMillis(FetchFailure.status(429, 20_000)));
  }

  @Test
  void failureForLackOfMemoryMayPassSoon() {
    assertEquals(1_000, retryAfterMillis(new FetchFailure(Kind.OVER_BUDGET, "It was too much.")));
  }

  /** An unreachable origin may be a passing failure or a lasting one. */
  @Test
  void failureIsPassingIfTheFetchFailureIs() {
    for (FetchFailure failure :
        List.of(
            FetchFailure.timedOut(5_000),
            FetchFailure.unreachable("The connection was refused."),
            new FetchFailure(Kind.CORRUPT, "It ended too early."),
            new FetchFailure(Kind.OVER_BUDGET, "It was too much."),
            FetchFailure.status(503),
            FetchFailure.status(429))) {
      assertTrue(failures.ofScript(failure).report().isPassing(), failure::toString);
      assertTrue(failures.ofMap(failure, MAP).report().isPassing(), failure::toString);
    }
    for (FetchFailure failure :
        List.of(
            new FetchFailure(Kind.UNREACHABLE_FOR_GOOD, "The host has no address."),
            new FetchFailure(Kind.ADDRESS, "It is private."),
            FetchFailure.status(404),
            FetchFailure.status(403),
            FetchFailure.tooLarge(1),
            new FetchFailure(Kind.REDIRECTS, "There were more than 5 redirects."))) {
      assertFalse(failures.ofScript(failure).report().isPassing(), failure::toString);
      assertFalse(failures.ofMap(failure, MAP).report().isPassing(), failure::toString);
    }
  }

  @Test
  void bothTimeoutsHaveTheStatusTimedOut() {
    for (boolean idle : new boolean[] {false, true}) {
      FetchFailure failure = idle ? FetchFailure.idle(5_000) : FetchFailure.timedOut(5_000);
      assertEquals(ScriptStatus.TIMED_OUT, failures.ofScript(failure).status());
    }
  }
}

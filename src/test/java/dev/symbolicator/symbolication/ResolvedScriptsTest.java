package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.script.ScriptStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResolvedScriptsTest {
  private static final Duration FAILURES = Duration.ofSeconds(5);

  private static ScriptOutcome missing(ScriptStatus status, long retryAfterMillis) {
    return new ScriptOutcome(status, null, "It is missing.", true, retryAfterMillis);
  }

  private static long retryAfterMillis(ScriptOutcome... outcomes) {
    Map<Integer, ScriptOutcome> results = new LinkedHashMap<>();
    for (ScriptOutcome outcome : outcomes) {
      results.put(results.size(), outcome);
    }
    return new ResolvedScripts(results).retryAfter(FAILURES).toMillis();
  }

  @Test
  void whatIsOnlyLateMayBeThereSoon() {
    assertEquals(1_000, retryAfterMillis(missing(ScriptStatus.PENDING, 0)));
    assertEquals(1_000, retryAfterMillis(missing(ScriptStatus.OVERLOADED, 0)));
  }

  @Test
  void aFailureIsRememberedForAWhileEvenIfItMayPassSooner() {
    assertEquals(5_000, retryAfterMillis(missing(ScriptStatus.UNREACHABLE, 0)));
    assertEquals(5_000, retryAfterMillis(missing(ScriptStatus.UNREACHABLE, 2_000)));
    assertEquals(20_000, retryAfterMillis(missing(ScriptStatus.UNREACHABLE, 20_000)));
  }

  @Test
  void anOriginThatIsLeftAloneMayBeAskedWhenThatIsOver() {
    assertEquals(30_000, retryAfterMillis(missing(ScriptStatus.LEFT_ALONE, 30_000)));
    assertEquals(2_000, retryAfterMillis(missing(ScriptStatus.LEFT_ALONE, 2_000)));
    assertEquals(1_000, retryAfterMillis(missing(ScriptStatus.LEFT_ALONE, 1)));
  }

  @Test
  void theLastOfThemCountsAndWhatLastsDoesNot() {
    assertEquals(
        20_000,
        retryAfterMillis(
            missing(ScriptStatus.PENDING, 0),
            missing(ScriptStatus.LEFT_ALONE, 20_000),
            missing(ScriptStatus.UNREACHABLE, 10_000),
            new ScriptOutcome(ScriptStatus.NOT_FOUND, null, "It is gone.")));
  }
}

package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure;
import org.junit.jupiter.api.Test;

class FetchFailuresTest {
  @Test
  void anOriginThatIsLeftAloneForAWhileIsNoMissToRemember() {
    ScriptStatus status = FetchFailures.ofScript(new FetchFailure.CircuitOpen(30_000)).status();
    assertEquals(ScriptStatus.LEFT_ALONE, status);
    assertTrue(status.isTransient());
  }

  @Test
  void bothTimeoutsAreTimeouts() {
    for (boolean idle : new boolean[] {false, true}) {
      FetchFailure failure = new FetchFailure.TimedOut(5_000, idle);
      assertEquals(ScriptStatus.TIMED_OUT, FetchFailures.ofScript(failure).status());
    }
  }
}

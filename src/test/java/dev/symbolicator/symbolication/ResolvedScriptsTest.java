package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.SymbolicationReport.ResolvedScripts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResolvedScriptsTest {
  private static ScriptReport missing(ScriptStatus status, long retryAfterMillis) {
    return new ScriptReport(status, null, "It is missing.", Duration.ofMillis(retryAfterMillis));
  }

  private static long retryAfterMillis(ScriptReport... reports) {
    Map<Integer, ScriptReport> byScript = new LinkedHashMap<>();
    for (ScriptReport report : reports) {
      byScript.put(byScript.size(), report);
    }
    return new ResolvedScripts(byScript).retryAfter().toMillis();
  }

  @Test
  void retryAfterIsTheLongestOfAllPassingReports() {
    assertEquals(
        20_000,
        retryAfterMillis(
            ScriptReport.passing(ScriptStatus.PENDING, null, "It is on its way."),
            missing(ScriptStatus.LEFT_ALONE, 20_000),
            missing(ScriptStatus.UNREACHABLE, 10_000),
            ScriptReport.lasting(ScriptStatus.NOT_FOUND, null, "It is gone.")));
  }

  @Test
  void lateScriptMayBeThereSoon() {
    for (ScriptStatus status : new ScriptStatus[] {ScriptStatus.PENDING, ScriptStatus.OVERLOADED}) {
      assertEquals(1_000, retryAfterMillis(ScriptReport.passing(status, null, "It is late.")));
    }
  }
}

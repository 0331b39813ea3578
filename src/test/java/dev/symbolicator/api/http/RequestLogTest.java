package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationReport.ScriptEntry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestLogTest {
  private static String statuses(String... ofScripts) {
    List<ScriptEntry> scripts =
        Stream.of(ofScripts).map(status -> new ScriptEntry("u", status, null, "")).toList();
    return RequestLog.statuses(new SymbolicationReport(0, 0, 0, 0, 0, scripts, List.of()));
  }

  @Test
  void scriptsAreCountedByStatus() {
    assertEquals("debug-id-missing=1, found=2", statuses("found", "debug-id-missing", "found"));
    assertEquals("", statuses());
  }
}

package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationReport.ScriptEntry;
import dev.symbolicator.testing.LogLines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestLogTest {
  private static String statuses(String... ofScripts) {
    List<ScriptEntry> scripts =
        Stream.of(ofScripts).map(status -> new ScriptEntry("u", status, null, "")).toList();
    return RequestLog.statuses(new SymbolicationReport(0, 0, 0, 0, 0, 0, 0, 0, scripts, List.of()));
  }

  @Test
  void lineHasItsFieldsAndThoseOfItsCaller() {
    RequestLog log = new RequestLog(new SimpleMeterRegistry());
    Caller reader = new Caller("shop", "reader", Set.of(Right.READ), List.of());
    try (LogLines lines = LogLines.listen()) {
      log.brokenOff(Caller.ANYBODY, "writing");
      log.brokenOff(reader, "reading");
      assertEquals(
          List.of(
              "dev.symbolicator.request broke off the work on a large body {phase=writing} ",
              "dev.symbolicator.request broke off the work on a large body"
                  + " {phase=reading, scope=shop, token=reader} "),
          lines.of("dev.symbolicator.request"));
    }
  }

  @Test
  void numbersAreNumbersInJson() throws IOException {
    RequestLog log = new RequestLog(new SimpleMeterRegistry());
    Caller reader = new Caller("shop", "reader", Set.of(Right.READ), List.of());
    try (LogLines lines = LogLines.json("dev.symbolicator.request")) {
      log.collected(reader, 3_000_000_000L, System.nanoTime());
      JsonNode fields = new ObjectMapper().readTree(lines.lines().get(0)).get("mdc");
      assertEquals(3_000_000_000L, fields.get("bytes").numberValue());
      assertEquals(202, fields.get("status").numberValue());
      assertTrue(fields.get("ms").isNumber(), fields::toString);
      assertEquals("reader", fields.get("token").textValue());
    }
  }

  @Test
  void eachOutcomeIsCountedForItself() {
    MeterRegistry metrics = new SimpleMeterRegistry();
    RequestLog log = new RequestLog(metrics);
    log.brokenOff(Caller.ANYBODY, "writing");
    log.symbolicatedLine();
    log.symbolicatedLine();
    assertEquals(2, metrics.get("symbolicator.requests").counters().size());
    assertEquals(
        2, metrics.get("symbolicator.requests").tag("outcome", "symbolicated").counter().count());
    assertEquals(
        1, metrics.get("symbolicator.requests").tag("outcome", "broken-off").counter().count());
  }

  @Test
  void scriptsAreCountedByStatus() {
    assertEquals("debug-id-missing=1, found=2", statuses("found", "debug-id-missing", "found"));
    assertEquals("", statuses());
  }
}

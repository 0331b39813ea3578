package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Counts frames and scripts by their outcome. Tags come from closed lists, never from a profile. So
 * all counters are there from the start, with zero.
 */
@ApplicationScoped
class SymbolicationMetrics {
  private final Counter mapped;
  private final Counter unmapped;

  /** By the label of their status. */
  private final Map<String, Counter> scripts = new HashMap<>();

  SymbolicationMetrics(MeterRegistry metrics) {
    mapped = frames(metrics, "mapped");
    unmapped = frames(metrics, "unmapped");
    for (ScriptStatus status : ScriptStatus.values()) {
      scripts.put(status.label(), scripts(metrics, status.label()));
    }
  }

  private static Counter frames(MeterRegistry metrics, String outcome) {
    return Counter.builder("symbolicator.frames")
        .description("Frames that have a script, by whether their original position was found")
        .tag("outcome", outcome)
        .register(metrics);
  }

  private static Counter scripts(MeterRegistry metrics, String outcome) {
    return Counter.builder("symbolicator.scripts")
        .description("Scripts of profiles, by the status that reports give them")
        .tag("outcome", outcome)
        .register(metrics);
  }

  /** Counts the outcomes of a profile. */
  void count(SymbolicationReport report) {
    mapped.increment(report.mapped());
    unmapped.increment(report.total() - report.mapped());
    for (SymbolicationReport.ScriptEntry script : report.scripts()) {
      Objects.requireNonNull(scripts.get(script.status())).increment();
    }
  }
}

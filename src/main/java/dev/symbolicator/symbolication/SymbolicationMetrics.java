package dev.symbolicator.symbolication;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts frames and scripts by their outcome. Tags come from closed lists, never from a profile.
 */
@ApplicationScoped
class SymbolicationMetrics {
  private final MeterRegistry metrics;

  /** By outcome: registering a counter again takes longer than counting. */
  private final Map<String, Counter> frames = new ConcurrentHashMap<>();

  private final Map<String, Counter> scripts = new ConcurrentHashMap<>();

  SymbolicationMetrics(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  void count(SymbolicationReport report) {
    frames("mapped").increment(report.mapped());
    frames("unmapped").increment(report.total() - report.mapped());
    for (SymbolicationReport.ScriptEntry script : report.scripts()) {
      scripts.computeIfAbsent(script.status(), this::newScripts).increment();
    }
  }

  private Counter frames(String outcome) {
    return frames.computeIfAbsent(outcome, this::newFrames);
  }

  private Counter newFrames(String outcome) {
    return Counter.builder("symbolicator.frames")
        .description("Frames that have a script, by whether their original position was found")
        .tag("outcome", outcome)
        .register(metrics);
  }

  private Counter newScripts(String outcome) {
    return Counter.builder("symbolicator.scripts")
        .description("Scripts of profiles, by the status that reports give them")
        .tag("outcome", outcome)
        .register(metrics);
  }
}

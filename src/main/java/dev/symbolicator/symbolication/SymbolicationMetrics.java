package dev.symbolicator.symbolication;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Counts frames and scripts by their outcome. Tags come from closed lists, never from a profile.
 */
@ApplicationScoped
class SymbolicationMetrics {
  private final MeterRegistry metrics;

  SymbolicationMetrics(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  void count(SymbolicationReport report) {
    frames("mapped").increment(report.mapped());
    frames("unmapped").increment(report.total() - report.mapped());
    for (SymbolicationReport.ScriptEntry script : report.scripts()) {
      Counter.builder("symbolicator.scripts")
          .description("Scripts of profiles, by the status that reports give them")
          .tag("outcome", script.status())
          .register(metrics)
          .increment();
    }
  }

  private Counter frames(String outcome) {
    return Counter.builder("symbolicator.frames")
        .description("Frames that have a script, by whether their original position was found")
        .tag("outcome", outcome)
        .register(metrics);
  }
}

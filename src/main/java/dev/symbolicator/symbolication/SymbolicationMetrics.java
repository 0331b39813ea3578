package dev.symbolicator.symbolication;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** Counts what became of frames and scripts. Tags come from closed lists, never from a profile. */
@ApplicationScoped
class SymbolicationMetrics {
  private final MeterRegistry metrics;

  SymbolicationMetrics(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  void count(SymbolicationReport report) {
    metrics.counter("symbolicator.frames", "outcome", "mapped").increment(report.mapped());
    metrics
        .counter("symbolicator.frames", "outcome", "unmapped")
        .increment(report.total() - report.mapped());
    for (SymbolicationReport.Script script : report.scripts()) {
      metrics.counter("symbolicator.scripts", "outcome", script.status()).increment();
    }
  }
}

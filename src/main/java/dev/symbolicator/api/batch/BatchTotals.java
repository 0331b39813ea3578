package dev.symbolicator.api.batch;

import dev.symbolicator.symbolication.SymbolicationReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts what became of a batch's lines. Thread-safe. */
final class BatchTotals {
  private long symbolicated;
  private long problems;
  private long mapped;
  private long total;
  private long pending;

  synchronized void addProfile(SymbolicationReport report) {
    symbolicated++;
    mapped += report.mapped();
    total += report.total();
    pending += report.pending();
  }

  synchronized void addProblem() {
    problems++;
  }

  /** Returns the counts by their names, in the order in which they are written. */
  synchronized Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("symbolicated", symbolicated);
    counts.put("problems", problems);
    counts.put("mapped", mapped);
    counts.put("total", total);
    counts.put("pending", pending);
    return counts;
  }
}

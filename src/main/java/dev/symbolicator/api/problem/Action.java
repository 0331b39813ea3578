package dev.symbolicator.api.problem;

import dev.symbolicator.symbolication.SymbolicationReport;
import java.util.Locale;

/** What a pipeline should do with a record: one that sends batches, and the one of Kafka. */
public enum Action {
  /** Pass it on: with the answer, or as it was if the answer is a problem. */
  FORWARD,
  /** Send it again later: something is missing or busy for now. */
  RETRY,
  /** Put it aside: it gets the same problem each time. */
  DEAD;

  public static Action of(SymbolicationReport report) {
    return report.pending() > 0 ? RETRY : FORWARD;
  }

  public static Action of(Problem problem) {
    int status = problem.status();
    return status == 503 ? RETRY : status < 500 ? DEAD : FORWARD;
  }

  public String written() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package dev.symbolicator.script;

import dev.symbolicator.freshness.Freshness;

/**
 * Tells when a script is compiled again although neither script nor map changed: sources were
 * missing, or the configuration changed. Each pause is twice as long as the one before, within
 * limits.
 *
 * @param since when the script was compiled last, in milliseconds since 1970
 * @param pause milliseconds until the script is compiled again
 */
record RecompileSchedule(long since, long pause) {

  /** Returns a schedule whose first pause is the shortest lifetime of a file. */
  static RecompileSchedule soon(long now, Freshness freshness) {
    return new RecompileSchedule(now, freshness.min().toMillis());
  }

  /** Returns a schedule that is due now. */
  static RecompileSchedule due(long now, Freshness freshness) {
    long pause = freshness.min().toMillis();
    return new RecompileSchedule(now - pause, pause);
  }

  boolean isDueAt(long now) {
    return now >= since + pause;
  }

  /** Returns the schedule after a compilation now that changed nothing. */
  RecompileSchedule next(long now, Freshness freshness) {
    return new RecompileSchedule(
        now, Math.min(2 * pause, Math.max(pause, freshness.max().toMillis())));
  }
}

package dev.symbolicator.script;

/**
 * When something is to be tried again, at ever longer intervals.
 *
 * @param since when it was tried last, in milliseconds since 1970
 * @param pause milliseconds until it is tried again
 */
record Retry(long since, long pause) {
  boolean isDueAt(long now) {
    return now >= since + pause;
  }

  /** What follows if it was tried now in vain. */
  Retry next(long now, Freshness limits) {
    return new Retry(now, Math.min(2 * pause, Math.max(pause, limits.max().toMillis())));
  }
}

package dev.symbolicator.maps.upload;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how many uploads of one scope begin in a minute. A scope saves up the uploads of one
 * minute at most. Thread-safe; the operator configures the scopes, so they are few.
 */
final class UploadRate {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final int perMinute;
  private final LongSupplier nanoTime;

  /** When the scope's next upload would begin if uploads were evenly spaced, in nanoseconds. */
  private final Map<String, Long> nextByScope = new HashMap<>();

  UploadRate(int perMinute, LongSupplier nanoTime) {
    this.perMinute = perMinute;
    this.nanoTime = nanoTime;
  }

  /** Counts an upload; returns how long to wait if the upload may not begin, else zero. */
  synchronized Duration begin(String scope) {
    long now = nanoTime.getAsLong();
    long space = MINUTE / perMinute;
    long next = Math.max(nextByScope.getOrDefault(scope, now - MINUTE), now - MINUTE);
    if (next + space > now) {
      return Duration.ofNanos(next + space - now);
    }
    nextByScope.put(scope, next + space);
    return Duration.ZERO;
  }
}

package dev.symbolicator.threads;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Makes timers with buckets, from which Prometheus computes quantiles over all instances. All have
 * the same few, since each is a time series per combination of tags.
 */
public final class Timings {
  private static final long[] BUCKETS_MILLIS = {10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000};

  private Timings() {}

  /** Returns the upper bounds of the buckets, in ascending order; longer times have one more. */
  public static Duration[] buckets() {
    Duration[] buckets = new Duration[BUCKETS_MILLIS.length];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = Duration.ofMillis(BUCKETS_MILLIS[i]);
    }
    return buckets;
  }

  /** Returns a timer with buckets, which is to be given tags and registered. */
  public static Timer.Builder timer(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(buckets());
  }

  /** Registers the timer of the waits in a queue, whose name must be one of a fixed list. */
  public static Timer waits(String queue, MeterRegistry metrics) {
    return timer("symbolicator.queue", "Time that work waited for its turn")
        .tag("queue", queue)
        .register(metrics);
  }
}

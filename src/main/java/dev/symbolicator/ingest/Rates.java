package dev.symbolicator.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Counts what each of many senders sends in a window of time, which begins with the first request.
 * The senders of whom least is known are forgotten beyond {@link #MAX_SENDERS}, so that a flood of
 * addresses takes no more memory; the limit of their origin holds then.
 */
final class Rates {
  static final int MAX_SENDERS = 50_000;

  private final int most;
  private final Duration window;
  private final LongSupplier nanoTime;
  private final Cache<String, Window> windows;

  /** Allows {@code most} requests of one sender in a window. */
  Rates(int most, Duration window, LongSupplier nanoTime) {
    this.most = most;
    this.window = window;
    this.nanoTime = nanoTime;
    windows =
        Caffeine.newBuilder()
            .maximumSize(MAX_SENDERS)
            .expireAfterWrite(window)
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /** Returns how many senders are remembered. */
  long senders() {
    windows.cleanUp();
    return windows.estimatedSize();
  }

  private record Window(long end, AtomicInteger count) {}

  /** Counts a request. Returns zero if it is allowed, else how long it is until the next one is. */
  Duration toWait(String sender) {
    Window current =
        windows.get(
            sender,
            first -> new Window(nanoTime.getAsLong() + window.toNanos(), new AtomicInteger()));
    return current.count.incrementAndGet() <= most
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(1, current.end - nanoTime.getAsLong()));
  }
}

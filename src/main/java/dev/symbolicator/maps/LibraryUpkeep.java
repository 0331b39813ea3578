package dev.symbolicator.maps;

import dev.symbolicator.threads.WorkerThreads;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Runs what a library does by itself: one thread reads the journal, another cleans up, which may
 * take long.
 */
final class LibraryUpkeep implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LibraryUpkeep.class);
  private static final long STOP_SECONDS = 5;

  private final JournaledIndex shared;
  private final LibraryCleaner cleaner;
  private final LibraryMetrics metrics;
  private final MapLimits limits;
  private final Clock clock;
  private final ScheduledExecutorService reading = WorkerThreads.scheduled("source-map-journal");
  private final ScheduledExecutorService cleaning = WorkerThreads.scheduled("source-map-cleaner");
  private volatile boolean isFailing;

  LibraryUpkeep(
      JournaledIndex shared,
      LibraryCleaner cleaner,
      LibraryMetrics metrics,
      MapLimits limits,
      Clock clock) {
    this.shared = shared;
    this.cleaner = cleaner;
    this.metrics = metrics;
    this.limits = limits;
    this.clock = clock;
  }

  /** Work that needs the store. */
  private interface StoreWork {
    void run() throws IOException;
  }

  /** Reads the journal, and begins the work that is repeated. */
  void start() {
    attempt(this::refresh);
    repeat(reading, this::refresh, limits.refresh());
    repeat(cleaning, shared::sumUpIfLong, limits.refresh());
    repeat(cleaning, cleaner::writeUses, limits.usesPause());
    repeat(cleaning, this::clean, limits.orphanAge());
  }

  /** Repeats work. The first pause is longer or shorter, so that instances take turns. */
  private void repeat(ScheduledExecutorService thread, StoreWork work, Duration pause) {
    long millis = pause.toMillis();
    long first = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    Future<?> unused =
        thread.scheduleWithFixedDelay(() -> attempt(work), first, millis, TimeUnit.MILLISECONDS);
  }

  private void attempt(StoreWork work) {
    try {
      work.run();
      if (isFailing) {
        isFailing = false;
        LOG.info("The store of source maps can be used again.");
      }
    } catch (IOException unavailable) {
      metrics.failed();
      if (!isFailing) {
        isFailing = true;
        LOG.warnf(
            "The store of source maps cannot be used: %s Source maps that are known are still"
                + " looked up.",
            unavailable.getMessage());
      }
    } catch (RuntimeException bug) {
      metrics.failed();
      LOG.error("The library of source maps failed.", bug);
    }
  }

  private void refresh() throws IOException {
    shared.refresh();
    metrics.update();
  }

  private void clean() throws IOException {
    sweepLater(cleaner.expire());
    cleaner.sweepOrphans();
  }

  /** Deletes the content of deleted entries, once all instances know of the deletion. */
  void sweepLater(EntryDeletion deleted) {
    if (deleted.entries() > 0) {
      long before = clock.millis();
      Future<?> unused =
          cleaning.schedule(
              () -> attempt(() -> cleaner.sweep(deleted, before)),
              limits.spread().toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  /** Ends all work. Uses since the last time go to the journal. */
  @Override
  public void close() {
    reading.shutdownNow();
    cleaning.shutdownNow();
    try {
      boolean isIdle = cleaning.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
      if (isIdle && shared.isLoaded()) {
        attempt(cleaner::finish);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    cleaner.close();
  }
}

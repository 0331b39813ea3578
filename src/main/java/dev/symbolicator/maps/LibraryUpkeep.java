package dev.symbolicator.maps;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Keeps the index up to date, on a thread of the room. */
final class LibraryUpkeep implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LibraryUpkeep.class);

  private final JournaledIndex shared;
  private final MapLimits limits;
  private final LibraryMetrics metrics;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(LibraryUpkeep::thread);
  private boolean isFailing;

  LibraryUpkeep(JournaledIndex shared, MapLimits limits, MeterRegistry registry) {
    this.shared = shared;
    this.limits = limits;
    metrics = new LibraryMetrics(shared, registry);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "source-map-journal");
    thread.setDaemon(true);
    thread.setContextClassLoader(LibraryUpkeep.class.getClassLoader());
    return thread;
  }

  /** Reads the journal once, and then again and again. */
  void start() {
    refresh();
    long pause = limits.refresh().toMillis();
    Future<?> unused =
        thread.scheduleWithFixedDelay(this::refresh, pause, pause, TimeUnit.MILLISECONDS);
  }

  private void refresh() {
    try {
      shared.refresh();
      if (isFailing) {
        isFailing = false;
        LOG.info("The store of source maps can be read again.");
      }
      metrics.update();
      shared.sumUpIfLong();
    } catch (IOException unavailable) {
      failed(unavailable);
    } catch (RuntimeException bug) {
      LOG.error("The library of source maps failed.", bug);
    }
  }

  private void failed(IOException unavailable) {
    metrics.failed();
    if (!isFailing) {
      isFailing = true;
      LOG.warnf(
          "The store of source maps cannot be read: %s Known source maps are still used. The store"
              + " is tried again every %d ms.",
          unavailable.getMessage(), limits.refresh().toMillis());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

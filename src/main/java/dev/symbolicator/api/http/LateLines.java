package dev.symbolicator.api.http;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Logger;

/**
 * Writes lines of the log that event loops make. A worker thread writes the lines, a moment later
 * and many at once: the console blocks its writers while nobody reads its pipe.
 */
final class LateLines {
  /** How many lines may wait. A line takes about a kilobyte of heap. */
  private static final int MOST = 1_000;

  /** Few enough for people, and enough that handing lines over costs next to nothing. */
  private static final int PAUSE_MILLIS = 20;

  private final Logger log;
  private final Queue<ExtLogRecord> lines = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Whether a thread writes or will write; only one does, since the console may block it. */
  private final AtomicBoolean isBeingWritten = new AtomicBoolean();

  /** Runs tasks on a worker thread, after the pause. The pool's own schedule uses event loops. */
  private final Executor later =
      CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS, this::runOnWorker);

  LateLines(Logger log) {
    this.log = log;
  }

  /** Tells whether too many lines wait for one more. */
  boolean areFull() {
    return waiting.get() >= MOST;
  }

  /** Takes a line; returns false if too many wait. */
  boolean add(ExtLogRecord line) {
    if (areFull()) {
      return false;
    }
    waiting.incrementAndGet();
    lines.add(line);
    if (isBeingWritten.compareAndSet(false, true)) {
      later.execute(this::write);
    }
    return true;
  }

  private void runOnWorker(Runnable task) {
    try {
      Infrastructure.getDefaultWorkerPool().execute(task);
    } catch (RejectedExecutionException full) {
      isBeingWritten.set(
          false); // The next line tries again, and the end of the service writes all.
    }
  }

  /** Writes all lines. May block. */
  void write() {
    do {
      try {
        for (ExtLogRecord line = lines.poll(); line != null; line = lines.poll()) {
          waiting.decrementAndGet();
          log.logRaw(line);
        }
      } finally {
        isBeingWritten.set(false);
      }
    } while (!lines.isEmpty() && isBeingWritten.compareAndSet(false, true));
  }
}

package dev.symbolicator.threads;

import io.opentelemetry.context.Context;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Makes daemon threads, for work that would block an event loop. Work on a pool has the context of
 * OpenTelemetry that whoever gave it had.
 */
public final class WorkerThreads {
  private WorkerThreads() {}

  /** Returns a new pool of fixed size. */
  public static ExecutorService pool(String name, int count) {
    return Context.taskWrapping(Executors.newFixedThreadPool(count, work -> thread(name, work)));
  }

  /** Returns a new daemon thread of a name, for work that is done later or again and again. */
  public static ScheduledExecutorService scheduled(String name) {
    return Executors.newSingleThreadScheduledExecutor(work -> thread(name, work));
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    // A thread would inherit the class loader, which finds services, from its first caller.
    thread.setContextClassLoader(WorkerThreads.class.getClassLoader());
    return thread;
  }
}

package dev.symbolicator.threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Makes pools for work that the event loops must not do, and that is to be bounded in number. */
public final class WorkerThreads {
  private WorkerThreads() {}

  /**
   * A pool of a fixed number of daemon threads.
   *
   * @param name of every thread in it
   */
  public static ExecutorService pool(String name, int count) {
    return Executors.newFixedThreadPool(
        count,
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          // Otherwise it is that of whoever came first, and services are looked up in it.
          thread.setContextClassLoader(WorkerThreads.class.getClassLoader());
          return thread;
        });
  }
}

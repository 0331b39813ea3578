package dev.symbolicator.fetch;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Lets a limited number of jobs run at once and a limited number queue. Thread-safe. */
final class Slots {
  private final int maxRunning;
  private final int maxQueued;
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private int running;

  Slots(int maxRunning, int maxQueued) {
    this.maxRunning = maxRunning;
    this.maxQueued = maxQueued;
  }

  /**
   * Starts a job now or when a slot is free.
   *
   * @return false if the queue is full; the job will not run then
   */
  boolean start(Runnable job) {
    synchronized (this) {
      if (running >= maxRunning) {
        return queue.size() < maxQueued && queue.add(job);
      }
      running++;
    }
    job.run();
    return true;
  }

  /** Ends a job; the next one in the queue takes its slot. */
  void end() {
    @Nullable Runnable next;
    synchronized (this) {
      next = queue.poll();
      if (next == null) {
        running--;
      }
    }
    if (next != null) {
      next.run();
    }
  }
}

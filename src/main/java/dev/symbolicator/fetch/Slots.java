package dev.symbolicator.fetch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets a limited number of jobs run at once, no more than a part of them for one key, and a limited
 * number queue. Keys that wait take turns, so that one whose jobs are slow holds up its own only.
 * Thread-safe.
 */
final class Slots {
  private final int maxRunning;
  private final int maxRunningPerKey;
  private final int maxQueued;
  private final Map<String, Integer> runningByKey = new HashMap<>();

  /** The keys that wait, in the order of their turns. */
  private final Map<String, Queue<Runnable>> queues = new LinkedHashMap<>();

  private int running;
  private int queued;

  Slots(int maxRunning, int maxRunningPerKey, int maxQueued) {
    this.maxRunning = maxRunning;
    this.maxRunningPerKey = maxRunningPerKey;
    this.maxQueued = maxQueued;
  }

  /**
   * Starts a job now or when a slot is free.
   *
   * @return false if the queue is full; the job will not run then
   */
  boolean start(String key, Runnable job) {
    synchronized (this) {
      if (running >= maxRunning || isBusy(key)) {
        if (queued >= maxQueued) {
          return false;
        }
        queued++;
        return queues.computeIfAbsent(key, first -> new ArrayDeque<>()).add(job);
      }
      take(key);
    }
    job.run();
    return true;
  }

  /** Ends a job of this key; one that waits takes its slot. */
  void end(String key) {
    @Nullable Runnable next;
    synchronized (this) {
      running--;
      runningByKey.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
      next = next();
    }
    if (next != null) {
      next.run();
    }
  }

  private @Nullable Runnable next() {
    for (Iterator<Map.Entry<String, Queue<Runnable>>> turns = queues.entrySet().iterator();
        turns.hasNext(); ) {
      Map.Entry<String, Queue<Runnable>> turn = turns.next();
      String key = turn.getKey();
      Queue<Runnable> jobs = turn.getValue();
      if (!isBusy(key)) {
        turns.remove();
        Runnable job = jobs.remove();
        if (!jobs.isEmpty()) {
          queues.put(key, jobs);
        }
        queued--;
        take(key);
        return job;
      }
    }
    return null;
  }

  private boolean isBusy(String key) {
    return runningByKey.getOrDefault(key, 0) >= maxRunningPerKey;
  }

  private void take(String key) {
    running++;
    runningByKey.merge(key, 1, Integer::sum);
  }
}

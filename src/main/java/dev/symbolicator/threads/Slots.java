package dev.symbolicator.threads;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the jobs that run at once, in all and for each key, and the jobs that wait in a queue.
 *
 * <p>Waiting keys take turns, so a key with slow jobs holds up only its own. No key can occupy the
 * whole queue either. When the queue is full, the key with the longest line loses its last job to a
 * key with a shorter line. Thread-safe.
 */
public final class Slots {
  /** A job that waits for a slot. One of its methods is called, once. */
  public interface Job {
    /** Runs with a slot, which the job gives back by {@link Slots#end}. */
    void run();

    /** Ends without a slot: the queue had no place, or gave the job's place away. */
    void refuse();
  }

  private final int maxRunning;
  private final int maxRunningPerKey;
  private final int maxQueued;
  private final Map<String, Integer> runningByKey = new HashMap<>();

  /** The waiting jobs by their keys, in the order of the keys' turns. */
  private final Map<String, Deque<Job>> queues = new LinkedHashMap<>();

  private int running;
  private int queued;

  /**
   * Makes slots that are all free.
   *
   * @param maxRunning the most jobs that run at once
   * @param maxRunningPerKey the most jobs of one key that run at once
   * @param maxQueued the most jobs of all keys that wait; not negative
   */
  public Slots(int maxRunning, int maxRunningPerKey, int maxQueued) {
    this.maxRunning = maxRunning;
    this.maxRunningPerKey = maxRunningPerKey;
    this.maxQueued = maxQueued;
  }

  /** Runs a job now or when a slot is free. A full queue refuses this job or another. */
  public void start(String key, Job job) {
    @Nullable Job refused = null;
    boolean free;
    synchronized (this) {
      free = running < maxRunning && !isBusy(key);
      if (free) {
        take(key);
      } else {
        refused = enqueue(key, job);
      }
    }
    if (free) {
      job.run();
    } else if (refused != null) {
      refused.refuse();
    }
  }

  /** Returns the job that has no place in the queue; null if the queue had a place. */
  private @Nullable Job enqueue(String key, Job job) {
    @Nullable Job dropped = null;
    if (queued >= maxQueued) {
      int mine = length(queues.get(key)) + 1;
      Deque<Job> longest =
          queues.values().stream().max(Comparator.comparingInt(Slots::length)).orElse(null);
      if (longest == null || longest.size() <= mine) {
        return job;
      }
      dropped = longest.removeLast();
      queued--;
    }
    queued++;
    queues.computeIfAbsent(key, first -> new ArrayDeque<>()).add(job);
    return dropped;
  }

  private static int length(@Nullable Deque<Job> queue) {
    return queue == null ? 0 : queue.size();
  }

  /** Ends a job of a key. A waiting job takes the slot. */
  public void end(String key) {
    @Nullable Job next;
    synchronized (this) {
      running--;
      runningByKey.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
      next = next();
    }
    if (next != null) {
      next.run();
    }
  }

  private @Nullable Job next() {
    for (Iterator<Map.Entry<String, Deque<Job>>> turns = queues.entrySet().iterator();
        turns.hasNext(); ) {
      Map.Entry<String, Deque<Job>> turn = turns.next();
      String key = turn.getKey();
      Deque<Job> jobs = turn.getValue();
      if (!isBusy(key)) {
        turns.remove();
        Job job = jobs.remove();
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

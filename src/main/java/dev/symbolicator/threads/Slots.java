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
 * Lets a limited number of jobs run at once, no more than a part of them for one key, and a limited
 * number queue. Keys that wait take turns, so that one whose jobs are slow holds up its own only.
 * Nor can one key hold the queue: when it is full, the longest line in it gives its last place to a
 * job of a key with a shorter one. Thread-safe.
 */
public final class Slots {
  /** What waits for a slot. One of its methods is called, once. */
  public interface Job {
    /** There is a slot, to be given back with {@link #end}. */
    void run();

    /** There is no place in the queue, or no longer. */
    void refuse();
  }

  private final int maxRunning;
  private final int maxRunningPerKey;
  private final int maxQueued;
  private final Map<String, Integer> runningByKey = new HashMap<>();

  /** The keys that wait, in the order of their turns. */
  private final Map<String, Deque<Job>> queues = new LinkedHashMap<>();

  private int running;
  private int queued;

  /**
   * @param maxQueued over all keys; not negative
   */
  public Slots(int maxRunning, int maxRunningPerKey, int maxQueued) {
    this.maxRunning = maxRunning;
    this.maxRunningPerKey = maxRunningPerKey;
    this.maxQueued = maxQueued;
  }

  /** Runs a job now or when a slot is free, or refuses one. */
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

  /** Who has to go for it: null if there was room. */
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

  /** Ends a job of this key; one that waits takes its slot. */
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

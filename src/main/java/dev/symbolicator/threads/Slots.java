package dev.symbolicator.threads;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the jobs that run at once, in all and for each key, and the jobs that wait in a queue.
 *
 * <p>A free slot goes to the waiting group with the fewest running jobs. So groups share the slots
 * evenly however many keys each has and however slow its jobs are, and a group that is alone may
 * have all slots. Within a group, waiting keys take turns, so a key with slow jobs holds up only
 * its own.
 *
 * <p>No group and no key can occupy the whole queue either. When the queue is full, the group with
 * the most waiting jobs loses one to a group with fewer; the lost job is the last of the group's
 * longest line. Within a group, a key loses a job to another key likewise. Thread-safe.
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

  /** The groups with running or waiting jobs, in the order of the groups' turns. */
  private final Map<String, SlotGroup> groups = new LinkedHashMap<>();

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
  public void start(Turn turn, Job job) {
    @Nullable Job refused = null;
    boolean free;
    synchronized (this) {
      free = running < maxRunning && isFree(turn.key());
      if (free) {
        take(turn.key(), group(turn));
      } else {
        refused = enqueue(turn, job);
      }
    }
    if (free) {
      job.run();
    } else if (refused != null) {
      refused.refuse();
    }
  }

  /** Returns the job that has no place in the queue; null if the queue had a place. */
  private @Nullable Job enqueue(Turn turn, Job job) {
    SlotGroup mine = group(turn);
    @Nullable Job dropped = null;
    if (queued >= maxQueued) {
      SlotGroup largest = mine;
      for (SlotGroup group : groups.values()) {
        if (group.queued() > largest.queued()) {
          largest = group;
        }
      }
      boolean isOthers = largest.queued() > mine.queued() + 1;
      dropped =
          isOthers
              ? largest.dropFromLineLongerThan(0)
              : mine.dropFromLineLongerThan(mine.lengthOf(turn.key()) + 1);
      if (dropped == null) {
        forgetIfIdle(mine);
        return job;
      }
      queued--;
    }
    queued++;
    mine.add(turn.key(), job);
    return dropped;
  }

  /**
   * Removes a waiting job, of which no method is called then.
   *
   * @return false if the job has begun or was refused
   */
  public synchronized boolean remove(Turn turn, Job job) {
    SlotGroup group = groups.get(turn.group());
    if (group == null || !group.remove(turn.key(), job)) {
      return false;
    }
    queued--;
    forgetIfIdle(group);
    return true;
  }

  /** Ends a job. A waiting job takes the slot. */
  public void end(Turn turn) {
    @Nullable Job next;
    synchronized (this) {
      running--;
      runningByKey.computeIfPresent(turn.key(), (same, count) -> count == 1 ? null : count - 1);
      SlotGroup group = group(turn);
      group.running--;
      forgetIfIdle(group);
      next = next();
    }
    if (next != null) {
      next.run();
    }
  }

  private @Nullable Job next() {
    @Nullable SlotGroup chosen = null;
    @Nullable String key = null;
    for (SlotGroup group : groups.values()) {
      boolean hasFewer = chosen == null || group.running < chosen.running;
      String free = hasFewer ? group.next(this::isFree) : null;
      if (free != null) {
        chosen = group;
        key = free;
      }
    }
    if (chosen == null || key == null) {
      return null;
    }
    groups.remove(chosen.name);
    groups.put(chosen.name, chosen); // Its next turn comes after those of all others.
    queued--;
    take(key, chosen);
    return chosen.remove(key);
  }

  private SlotGroup group(Turn turn) {
    return groups.computeIfAbsent(turn.group(), SlotGroup::new);
  }

  private void forgetIfIdle(SlotGroup group) {
    if (group.running == 0 && group.queued() == 0) {
      groups.remove(group.name);
    }
  }

  private boolean isFree(String key) {
    return runningByKey.getOrDefault(key, 0) < maxRunningPerKey;
  }

  private void take(String key, SlotGroup group) {
    running++;
    group.running++;
    runningByKey.merge(key, 1, Integer::sum);
  }
}

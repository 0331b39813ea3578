package dev.symbolicator.threads;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits running jobs, in all and per key, and waiting ones. A free slot goes to the waiting group
 * with the fewest running jobs, so groups share evenly; within a group, keys take turns.
 *
 * <p>When the queue is full, the group with most waiting jobs loses the last of its longest line to
 * a group with fewer, and a key likewise within a group. Thread-safe.
 */
public final class Slots {
  /** A job that waits for a slot. One of its methods is called, once. */
  public interface Job {
    /** Runs with a slot, which the job gives back by {@link Slots#end}. */
    void run();

    /** Ends without a slot: the queue had no place, or gave the job's place away. */
    void refuse();

    /** Makes a job that only takes a slot, or throws at once; for slots without a queue. */
    static Job atOnce(Supplier<? extends RuntimeException> refusal) {
      return new Job() {
        @Override
        public void run() {}

        @Override
        public void refuse() {
          throw refusal.get();
        }
      };
    }
  }

  private final int maxRunning;
  private final int maxRunningPerKey;
  private final int maxQueued;
  private final Map<String, Integer> runningByKey = new HashMap<>();

  /** The groups with running or waiting jobs, in the order of the groups' turns. */
  private final Map<String, Group> groups = new LinkedHashMap<>();

  private int running;
  private int queued;

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
    Group mine = group(turn);
    @Nullable Job dropped = null;
    if (queued >= maxQueued) {
      Group largest = mine;
      for (Group group : groups.values()) {
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

  /** Removes a waiting job, whose methods are not called then; false if it does not wait. */
  public synchronized boolean remove(Turn turn, Job job) {
    Group group = groups.get(turn.group());
    if (group == null || !group.remove(turn.key(), job)) {
      return false;
    }
    queued--;
    forgetIfIdle(group);
    return true;
  }

  /** Returns how many jobs run. */
  public synchronized int running() {
    return running;
  }

  /** Ends a job. A waiting job takes the slot. */
  public void end(Turn turn) {
    @Nullable Job next;
    synchronized (this) {
      running--;
      runningByKey.computeIfPresent(turn.key(), (same, count) -> count == 1 ? null : count - 1);
      Group group = group(turn);
      group.running--;
      forgetIfIdle(group);
      next = next();
    }
    if (next != null) {
      next.run();
    }
  }

  private @Nullable Job next() {
    @Nullable Group chosen = null;
    @Nullable String key = null;
    for (Group group : groups.values()) {
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

  private Group group(Turn turn) {
    return groups.computeIfAbsent(turn.group(), Group::new);
  }

  private void forgetIfIdle(Group group) {
    if (group.running == 0 && group.queued() == 0) {
      groups.remove(group.name);
    }
  }

  private boolean isFree(String key) {
    return runningByKey.getOrDefault(key, 0) < maxRunningPerKey;
  }

  private void take(String key, Group group) {
    running++;
    group.running++;
    runningByKey.merge(key, 1, Integer::sum);
  }

  /** The running and waiting jobs of one group. Used under the lock of the slots. */
  private static final class Group {
    final String name;

    int running;

    /** The waiting jobs by their keys, in the order of the keys' turns. */
    private final Map<String, Deque<Slots.Job>> lines = new LinkedHashMap<>();

    private int queued;

    Group(String name) {
      this.name = name;
    }

    int queued() {
      return queued;
    }

    int lengthOf(String key) {
      Deque<Slots.Job> line = lines.get(key);
      return line == null ? 0 : line.size();
    }

    void add(String key, Slots.Job job) {
      lines.computeIfAbsent(key, first -> new ArrayDeque<>()).add(job);
      queued++;
    }

    /** Returns the first key whose jobs may run; null if there is none. */
    @Nullable String next(Predicate<String> mayRun) {
      return lines.keySet().stream().filter(mayRun).findFirst().orElse(null);
    }

    /** Removes the first job of a key that has one. The key's next turn comes after all others. */
    Slots.Job remove(String key) {
      Deque<Slots.Job> line = lines.remove(key);
      if (line == null) {
        throw new IllegalStateException("no job of the key waits");
      }
      Slots.Job job = line.remove();
      if (!line.isEmpty()) {
        lines.put(key, line);
      }
      queued--;
      return job;
    }

    /** Removes a waiting job; returns false if the job does not wait. */
    boolean remove(String key, Slots.Job job) {
      Deque<Slots.Job> line = lines.get(key);
      if (line == null || !line.remove(job)) {
        return false;
      }
      if (line.isEmpty()) {
        lines.remove(key);
      }
      queued--;
      return true;
    }

    /** Removes the last job of the longest line; null if no line is longer than a length. */
    Slots.@Nullable Job dropFromLineLongerThan(int length) {
      Map.@Nullable Entry<String, Deque<Slots.Job>> longest = null;
      for (Map.Entry<String, Deque<Slots.Job>> line : lines.entrySet()) {
        int shortest = longest == null ? length : longest.getValue().size();
        if (line.getValue().size() > shortest) {
          longest = line;
        }
      }
      if (longest == null) {
        return null;
      }
      Slots.Job dropped = longest.getValue().removeLast();
      if (longest.getValue().isEmpty()) {
        lines.remove(longest.getKey());
      }
      queued--;
      return dropped;
    }
  }

  /** A queue: a group such as a tenant, a key such as an origin with a limit of its own. */
  public record Turn(String group, String key) {}
}

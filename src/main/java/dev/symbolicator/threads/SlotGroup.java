package dev.symbolicator.threads;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The running and waiting jobs of one group of {@link Slots}. Used under the lock of the slots. */
final class SlotGroup {
  final String name;

  /** How many jobs run. */
  int running;

  /** The waiting jobs by their keys, in the order of the keys' turns. */
  private final Map<String, Deque<Slots.Job>> lines = new LinkedHashMap<>();

  private int queued;

  SlotGroup(String name) {
    this.name = name;
  }

  /** Returns how many jobs wait. */
  int queued() {
    return queued;
  }

  /** Returns how many jobs of a key wait. */
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

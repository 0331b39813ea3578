package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups of nodes that share a name and a place. Charges an allowance for each group. */
final class NodeGroups {
  /** Heap bytes of one more group. */
  private static final long GROUP_BYTES = 200;

  /** In the order of first use, which decides between groups of equal sizes. */
  private final Map<GroupKey, Group> groups = new LinkedHashMap<>();

  private final Allowance memory;

  /**
   * The name and the place that all nodes of a group share. A map sorts keys with equal hash codes
   * only if the keys are comparable; a snapshot may have very many such keys.
   *
   * @param name a number that stands for the name
   * @param source a number that stands for the script or the original source
   * @param line 0-based, like {@code column}
   */
  record GroupKey(int name, int source, int line, int column) implements Comparable<GroupKey> {
    @Override
    public int compareTo(GroupKey other) {
      int order = Integer.compare(line, other.line);
      order = order != 0 ? order : Integer.compare(column, other.column);
      order = order != 0 ? order : Integer.compare(name, other.name);
      return order != 0 ? order : Integer.compare(source, other.source);
    }
  }

  /** The nodes of a group: how many there are, and their own sizes. */
  static final class Group {
    private long count;
    private long size;

    void add(long nodeSize) {
      count++;
      size += nodeSize;
    }

    long count() {
      return count;
    }

    /** Returns the sum of the nodes' own sizes in bytes. */
    long size() {
      return size;
    }
  }

  NodeGroups(Allowance memory) {
    this.memory = memory;
  }

  /** Returns the group of a key, which is added at its first use. */
  Group of(GroupKey key) {
    Group group = groups.get(key);
    if (group == null) {
      memory.take(GROUP_BYTES);
      group = new Group();
      groups.put(key, group);
    }
    return group;
  }

  int size() {
    return groups.size();
  }

  /** Returns the groups with the largest sizes, the largest first. */
  List<Map.Entry<GroupKey, Group>> largest(int limit) {
    return groups.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<GroupKey, Group> entry) -> entry.getValue().size)
                .thenComparingLong(entry -> entry.getValue().count)
                .reversed())
        .limit(limit)
        .toList();
  }
}

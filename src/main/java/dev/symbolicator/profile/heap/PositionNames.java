package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;

/**
 * The names of functions at each position, as indexes of strings. Several functions can start at
 * one position, such as a class and the initializer of its fields.
 */
final class PositionNames {
  /** The most different names of a position; more are ignored. */
  private static final int MAX_NAMES = 8;

  private final Allowance memory;

  /** The first entry of each position; -1 for none. */
  private final Ints first;

  private final Ints names;

  /** The next entry of the same position; -1 for none. */
  private final Ints next;

  PositionNames(Allowance memory) {
    this.memory = memory;
    first = new Ints(memory);
    names = new Ints(memory);
    next = new Ints(memory);
  }

  /** Adds a position without names behind the last one. */
  void addPosition() {
    first.add(-1);
  }

  /** Adds a name to a position, unless the position has the name. */
  void add(int position, int name) {
    int known = 0;
    for (int i = first.get(position); i >= 0; i = next.get(i)) {
      if (names.get(i) == name || ++known == MAX_NAMES) {
        return;
      }
    }
    next.add(first.get(position));
    first.set(position, names.size());
    names.add(name);
  }

  /** Returns all pairs of a name, in the upper half, and a position, in ascending order. */
  Longs byName() {
    Longs pairs = new Longs(memory);
    for (int position = 0; position < first.size(); position++) {
      for (int i = first.get(position); i >= 0; i = next.get(i)) {
        if (names.get(i) >= 0) {
          pairs.add((long) names.get(i) << Integer.SIZE | position);
        }
      }
    }
    pairs.sort();
    return pairs;
  }
}

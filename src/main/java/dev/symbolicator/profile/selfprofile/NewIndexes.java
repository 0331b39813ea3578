package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/** The indices of the entries of an array that are kept, in their old order. */
final class NewIndexes {
  static final int DROPPED = -1;

  private final Ints indexes;

  /** Keeps no entry yet. */
  NewIndexes(int entries, Allowance memory) {
    indexes = Ints.filled(entries, DROPPED, memory);
  }

  /** Keeps an entry. */
  void keep(int entry) {
    indexes.set(entry, 0);
  }

  /** Numbers the entries that are kept. */
  NewIndexes number() {
    int next = 0;
    for (int i = 0; i < indexes.size(); i++) {
      if (indexes.get(i) != DROPPED) {
        indexes.set(i, next++);
      }
    }
    return this;
  }

  /** Returns the new index of an entry, or {@link #DROPPED}. */
  int of(int entry) {
    return entry < 0 || entry >= indexes.size() ? DROPPED : indexes.get(entry);
  }
}

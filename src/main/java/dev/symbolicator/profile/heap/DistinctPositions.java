package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.profile.json.SeededHash;

/**
 * The distinct positions of a snapshot by script ID, 0-based line and column, in order of first
 * use.
 */
final class DistinctPositions {
  /** The largest ID of a script. V8 counts from 1. Leaves room for IDs of original sources. */
  static final int MAX_SCRIPT = 999_999_999;

  private static final int FIRST_SLOTS = 1 << 8;

  private final Allowance memory;
  private final SeededHash hash = new SeededHash();
  private final Ints scripts;
  private final Ints lines;
  private final Ints columns;
  private int[] slots;

  DistinctPositions(Allowance memory) {
    this.memory = memory;
    scripts = new Ints(memory);
    lines = new Ints(memory);
    columns = new Ints(memory);
    slots = memory.ints(FIRST_SLOTS);
  }

  static boolean isPosition(long script, long line, long column) {
    return script > 0
        && script <= MAX_SCRIPT
        && line >= 0
        && line < Integer.MAX_VALUE
        && column >= 0
        && column < Integer.MAX_VALUE;
  }

  int find(long script, long line, long column) {
    return isPosition(script, line, column)
        ? slots[slot((int) script, (int) line, (int) column)] - 1
        : -1;
  }

  int add(int script, int line, int column) {
    if (2 * (scripts.size() + 1) > slots.length) {
      grow();
    }
    slots[slot(script, line, column)] = scripts.size() + 1;
    scripts.add(script);
    lines.add(line);
    columns.add(column);
    return scripts.size() - 1;
  }

  private void grow() {
    int[] old = slots;
    slots = memory.ints(2 * old.length);
    memory.giveBack((long) Integer.BYTES * old.length);
    for (int i = 0; i < scripts.size(); i++) {
      slots[slot(scripts.get(i), lines.get(i), columns.get(i))] = i + 1;
    }
  }

  private int slot(int script, int line, int column) {
    long place = hash.of((long) line << Integer.SIZE | column);
    int slot = (int) (hash.of(place ^ script) >>> Integer.SIZE) & slots.length - 1;
    while (true) {
      int index = slots[slot] - 1;
      if (index < 0
          || (lines.get(index) == line
              && columns.get(index) == column
              && scripts.get(index) == script)) {
        return slot;
      }
      slot = slot + 1 & slots.length - 1;
    }
  }

  int size() {
    return scripts.size();
  }

  /** Returns the length of the longest run of used slots, which is the most that a look-up sees. */
  int longestRun() {
    int longest = 0;
    int run = 0;
    for (int slot : slots) {
      run = slot == 0 ? 0 : run + 1;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  int script(int position) {
    return scripts.get(position);
  }

  int line(int position) {
    return lines.get(position);
  }

  int column(int position) {
    return columns.get(position);
  }
}

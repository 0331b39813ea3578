package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The functions of a text, 32 bytes each. They are in the order in which the scanner found them;
 * after {@link #sort}, in the order of their starts.
 */
final class FunctionRows {
  private static final FunctionKind[] KINDS = FunctionKind.values();

  private static final int FIRST_ROWS = 64;

  /** The number of cells of one function. */
  private static final int WIDTH = 8;

  private static final int KIND = 0;
  private static final int START = 1;
  private static final int BODY = 2;
  private static final int END = 3;
  private static final int FIRST = 4;
  private static final int LAST = 5;
  private static final int KEY = 6;
  private static final int OWNER = 7;

  private final Allowance allowance;
  private int[] cells;
  private int size;

  FunctionRows(Allowance allowance) {
    this.allowance = allowance;
    cells = allowance.ints(FIRST_ROWS * WIDTH);
  }

  /**
   * Adds a row and returns its number.
   *
   * @param start the offset at which V8 reports the function
   * @param first the function's first token
   * @param key the token of the function's own name or key: -1 for none, the closing bracket of a
   *     computed key
   */
  @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
  int add(FunctionKind kind, int start, int first, int key) {
    int at = size * WIDTH;
    if (at == cells.length) {
      cells = allowance.resize(cells, 2 * at);
    }
    cells[at + KIND] = kind.ordinal();
    cells[at + START] = start;
    cells[at + BODY] = -1;
    cells[at + END] = start;
    cells[at + FIRST] = first;
    cells[at + LAST] = first;
    cells[at + KEY] = key;
    cells[at + OWNER] = -1;
    return size++;
  }

  private int get(int row, int field) {
    return cells[row * WIDTH + field];
  }

  private void set(int row, int field, int value) {
    cells[row * WIDTH + field] = value;
  }

  int size() {
    return size;
  }

  FunctionKind kind(int row) {
    return KINDS[get(row, KIND)];
  }

  int start(int row) {
    return get(row, START);
  }

  int body(int row) {
    return get(row, BODY);
  }

  void body(int row, int offset) {
    set(row, BODY, offset);
  }

  int end(int row) {
    return get(row, END);
  }

  int first(int row) {
    return get(row, FIRST);
  }

  /** Returns the last token; before {@link #end(int, int, int)}, the last one found so far. */
  int last(int row) {
    return get(row, LAST);
  }

  void end(int row, int offset, int last) {
    set(row, END, offset);
    set(row, LAST, last);
  }

  int key(int row) {
    return get(row, KEY);
  }

  /**
   * Returns the owner of a method or field: the row of its class, or the complement of its object's
   * opening brace. Other functions have -1.
   */
  int owner(int row) {
    return get(row, OWNER);
  }

  void owner(int row, int owner) {
    set(row, OWNER, owner);
  }

  /**
   * Returns the first row that starts at an offset. If there is none, returns the complement of the
   * first row that starts after the offset.
   */
  int find(int offset) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < size && start(low) == offset ? low : ~low;
  }

  /** Sorts the rows by start, stably. No row may be added afterwards. */
  void sort() {
    cells = allowance.resize(cells, size * WIDTH);
    if (isSorted()) {
      return;
    }
    try (Allowance sorting = allowance.part()) {
      long[] order = sorting.longs(size);
      for (int row = 0; row < order.length; row++) {
        order[row] = ((long) start(row) << Integer.SIZE) | row;
      }
      Arrays.sort(order);
      int[] column = sorting.ints(order.length);
      moveOwners(order, column);
      for (int field = 0; field < WIDTH; field++) {
        for (int place = 0; place < order.length; place++) {
          column[place] = get((int) order[place], field);
        }
        for (int place = 0; place < order.length; place++) {
          set(place, field, column[place]);
        }
      }
    }
  }

  private boolean isSorted() {
    for (int row = 1; row < size; row++) {
      if (start(row) < start(row - 1)) {
        return false;
      }
    }
    return true;
  }

  private void moveOwners(long[] order, int[] places) {
    for (int place = 0; place < order.length; place++) {
      places[(int) order[place]] = place;
    }
    for (int row = 0; row < order.length; row++) {
      if (owner(row) >= 0) {
        owner(row, places[owner(row)]);
      }
    }
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The functions of a text, 32 bytes each, in the order of the scan; after {@link #sort}, of their
 * starts.
 */
final class FunctionRows {
  private static final FunctionKind[] KINDS = FunctionKind.values();

  private static final int FIRST_ROWS = 64;
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
   * Adds a row; {@code key} is the token of its name or key: -1 for none, the closing bracket of a
   * computed key.
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
   * Returns the row of a method's or field's class, or the complement of its object's opening
   * brace; -1 for others.
   */
  int owner(int row) {
    return get(row, OWNER);
  }

  void owner(int row, int owner) {
    set(row, OWNER, owner);
  }

  /**
   * Returns the first row that starts at an offset; else the complement of the first one after it.
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

  /**
   * Groups the rows of fields into functions: all instance fields of a class are one, and so are
   * its static ones. It has a row for every place at which some version of V8 may report it.
   */
  static final class FieldRows {
    private final FunctionRows rows;
    private final int[] firsts;
    private final int[] bodies;
    private final int[] ends;

    FieldRows(FunctionRows rows, Allowance allowance) {
      this.rows = rows;
      int size = rows.size();
      allowance.take(5L * Integer.BYTES * size);
      firsts = new int[size];
      bodies = new int[size];
      ends = new int[size];
      int[] instanceFields = new int[size];
      int[] staticFields = new int[size];
      for (int row = 0; row < size; row++) {
        firsts[row] = row;
        bodies[row] = rows.body(row);
        ends[row] = rows.end(row);
        int owner = rows.owner(row);
        if (!isFields(row) || owner < 0) {
          continue;
        }
        int[] known = rows.kind(row) == FunctionKind.STATIC_FIELDS ? staticFields : instanceFields;
        if (known[owner] == 0) {
          known[owner] = row + 1;
        } else {
          int first = known[owner] - 1;
          firsts[row] = first;
          bodies[first] = bodies[first] < 0 ? bodies[row] : bodies[first];
          ends[first] = Math.max(ends[first], ends[row]);
        }
      }
      allowance.giveBack(2L * Integer.BYTES * size);
    }

    private boolean isFields(int row) {
      FunctionKind kind = rows.kind(row);
      return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
    }

    int first(int row) {
      return firsts[row];
    }

    int body(int row) {
      return bodies[firsts[row]];
    }

    int end(int row) {
      return ends[firsts[row]];
    }

    Containment containment(Tokens tokens) {
      int size = rows.size();
      int[] from = new int[size];
      int[] to = new int[size];
      int[] at = new int[size];
      for (int row = 0; row < size; row++) {
        to[row] = rows.end(row);
        at[row] = rows.start(row);
        if (rows.kind(row) == FunctionKind.CLASS) {
          from[row] = -1;
        } else {
          from[row] = isFields(row) ? rows.body(row) : tokens.start(rows.first(row));
        }
      }
      return new Containment(from, to, firsts, at);
    }
  }

  /** Tells which function contains which, by the offsets where the innermost function changes. */
  static final class Containment {
    private final int[] offsets;
    private final int[] innermost;
    private final int[] parents;
    private int size;

    /**
     * Builds the table with a stack over the texts in the order of their beginnings. A row with
     * {@code from} -1 contains nothing; {@code shown} is the row to return for each.
     */
    Containment(int[] from, int[] to, int[] shown, int[] at) {
      int rows = from.length;
      long[] order = new long[rows];
      int count = 0;
      for (int row = 0; row < rows; row++) {
        if (from[row] >= 0 && to[row] > from[row]) {
          order[count++] = ((long) from[row] << Integer.SIZE) | row;
        }
      }
      Arrays.sort(order, 0, count);
      offsets = new int[2 * count + 1];
      innermost = new int[2 * count + 1];
      parents = new int[rows];
      Arrays.fill(parents, -1);
      change(0, -1);
      int[] stack = new int[count];
      int depth = 0;
      for (int i = 0; i < count; i++) {
        int row = (int) order[i];
        while (depth > 0 && to[stack[depth - 1]] <= from[row]) {
          depth--;
          change(to[stack[depth]], depth == 0 ? -1 : shown[stack[depth - 1]]);
        }
        parents[row] = depth == 0 ? -1 : shown[stack[depth - 1]];
        stack[depth++] = row;
        change(from[row], shown[row]);
      }
      while (depth > 0) {
        depth--;
        change(to[stack[depth]], depth == 0 ? -1 : shown[stack[depth - 1]]);
      }
      for (int row = 0; row < rows; row++) {
        if (from[row] < 0) {
          parents[row] = innermost(at[row]);
        }
      }
    }

    private void change(int offset, int row) {
      if (size > 0 && offsets[size - 1] >= offset) {
        innermost[size - 1] = row;
      } else {
        offsets[size] = offset;
        innermost[size++] = row;
      }
    }

    int parent(int row) {
      return parents[row];
    }

    int innermost(int offset) {
      int place = Arrays.binarySearch(offsets, 0, size, offset);
      place = place >= 0 ? place : -place - 2;
      return place < 0 ? -1 : innermost[place];
    }
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The functions of a text in flat arrays, 32 bytes and a reference each: first in the order in
 * which they were understood, after {@link #sort} in the order of their starts.
 */
final class FunctionRows {
  /** What a row takes. */
  private static final int BYTES = 8 * Integer.BYTES;

  private static final int FIRST = 64;

  private final Allowance allowance;
  private FunctionKind[] kinds = new FunctionKind[FIRST];
  private int[] starts = new int[FIRST];
  private int[] bodies = new int[FIRST];
  private int[] ends = new int[FIRST];
  private int[] firsts = new int[FIRST];
  private int[] lasts = new int[FIRST];
  private int[] keys = new int[FIRST];
  private int[] owners = new int[FIRST];
  private int size;

  FunctionRows(Allowance allowance) {
    this.allowance = allowance;
  }

  /**
   * Adds a row.
   *
   * @param start the offset where V8 says it starts
   * @param first its first token
   * @param key the token of its own name or key, -1 for none; the closing bracket of a computed key
   */
  int add(FunctionKind kind, int start, int first, int key) {
    if (size == kinds.length) {
      grow();
    }
    kinds[size] = kind;
    starts[size] = start;
    bodies[size] = -1;
    ends[size] = start;
    firsts[size] = first;
    lasts[size] = first;
    keys[size] = key;
    owners[size] = -1;
    return size++;
  }

  private void grow() {
    int capacity = size * 2;
    allowance.take((long) BYTES * capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    starts = Arrays.copyOf(starts, capacity);
    bodies = Arrays.copyOf(bodies, capacity);
    ends = Arrays.copyOf(ends, capacity);
    firsts = Arrays.copyOf(firsts, capacity);
    lasts = Arrays.copyOf(lasts, capacity);
    keys = Arrays.copyOf(keys, capacity);
    owners = Arrays.copyOf(owners, capacity);
    allowance.giveBack((long) BYTES * size);
  }

  int size() {
    return size;
  }

  FunctionKind kind(int row) {
    return kinds[row];
  }

  int start(int row) {
    return starts[row];
  }

  int body(int row) {
    return bodies[row];
  }

  void body(int row, int offset) {
    bodies[row] = offset;
  }

  int end(int row) {
    return ends[row];
  }

  int first(int row) {
    return firsts[row];
  }

  /** The last token; before the row is ended, what was found of it so far. */
  int last(int row) {
    return lasts[row];
  }

  void end(int row, int offset, int last) {
    ends[row] = offset;
    lasts[row] = last;
  }

  int key(int row) {
    return keys[row];
  }

  /** The class's row for members of classes, the complement of the brace for those of objects. */
  int owner(int row) {
    return owners[row];
  }

  void owner(int row, int owner) {
    owners[row] = owner;
  }

  /** The first row at an offset, or the complement of the row before which it would stand. */
  int find(int offset) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < size && starts[low] == offset ? low : ~low;
  }

  /** Sorts by start; rows of the same start keep their order. */
  void sort() {
    int capacity = kinds.length;
    long sorting = (long) (Long.BYTES + 2 * Integer.BYTES) * size;
    allowance.take(sorting);
    long[] order = new long[size];
    boolean sorted = true;
    for (int row = 0; row < size; row++) {
      order[row] = ((long) starts[row] << Integer.SIZE) | row;
      sorted &= row == 0 || starts[row - 1] <= starts[row];
    }
    if (!sorted) {
      Arrays.sort(order);
      int[] places = new int[size];
      for (int row = 0; row < size; row++) {
        places[(int) order[row]] = row;
      }
      for (int row = 0; row < size; row++) {
        owners[row] = owners[row] >= 0 ? places[owners[row]] : owners[row];
      }
    }
    kinds = Arrays.copyOf(kinds, size);
    if (!sorted) {
      FunctionKind[] before = kinds.clone();
      for (int row = 0; row < size; row++) {
        kinds[row] = before[(int) order[row]];
      }
    }
    starts = sorted(starts, order);
    bodies = sorted(bodies, order);
    ends = sorted(ends, order);
    firsts = sorted(firsts, order);
    lasts = sorted(lasts, order);
    keys = sorted(keys, order);
    owners = sorted(owners, order);
    allowance.giveBack(
        sorting + (long) BYTES * (Math.max(FIRST, capacity) - Math.max(FIRST, size)));
  }

  private static int[] sorted(int[] column, long[] order) {
    int[] sorted = new int[order.length];
    for (int row = 0; row < sorted.length; row++) {
      sorted[row] = column[(int) order[row]];
    }
    return sorted;
  }
}

package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import java.util.ArrayList;
import java.util.List;

/**
 * A growing column of longs that can also be used as a stack. It is kept in pages, so that it never
 * needs its size twice.
 */
final class LongColumn {

  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int FIRST = 16;

  private final Allowance allowance;
  private final List<long[]> pages = new ArrayList<>();
  private int size;

  LongColumn(Allowance allowance) {
    this.allowance = allowance;
  }

  void add(long value) {
    int page = size >> PAGE_BITS;
    if (page == pages.size()) {
      pages.add(page(page == 0 ? FIRST : PAGE));
    } else if (page == 0 && size == pages.get(0).length) {
      long[] first = page(2 * size);
      System.arraycopy(pages.get(0), 0, first, 0, size);
      pages.set(0, first);
      allowance.giveBack((long) Long.BYTES * size);
    }
    pages.get(page)[size & (PAGE - 1)] = value;
    size++;
  }

  private long[] page(int length) {
    allowance.take((long) Long.BYTES * length);
    return new long[length];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long get(int index) {
    return pages.get(index >> PAGE_BITS)[index & (PAGE - 1)];
  }

  void set(int index, long value) {
    pages.get(index >> PAGE_BITS)[index & (PAGE - 1)] = value;
  }

  /** The last value, or another one where there is none. */
  long lastOr(long other) {
    return size == 0 ? other : get(size - 1);
  }

  long removeLast() {
    long last = get(size - 1);
    size--;
    return last;
  }

  /**
   * The index of the last of the values, which ascend, that is no greater than one; -1 for none.
   */
  int lastUpTo(long value) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (get(middle) <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}

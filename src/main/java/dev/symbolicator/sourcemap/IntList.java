package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import java.util.ArrayList;
import java.util.List;

/**
 * A growing column of ints. It is kept in pages, so that it never needs its size twice, nor so much
 * memory in one piece.
 */
final class IntList {

  private static final int PAGE_BITS = 10;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int FIRST = 16;

  private final Allowance allowance;
  private final List<int[]> pages = new ArrayList<>(1);
  private int capacity;
  private int size;

  IntList(Allowance allowance) {
    this.allowance = allowance;
  }

  void add(int value) {
    if (size == capacity) {
      grow();
    }
    pages.get(size >> PAGE_BITS)[size & (PAGE - 1)] = value;
    size++;
  }

  /** The first page grows by doubling, so that short lists take little. */
  private void grow() {
    int length = Math.max(FIRST, Math.min(PAGE, 2 * size));
    allowance.take((long) Integer.BYTES * length);
    int[] page = new int[length];
    if (size > 0 && size < PAGE) {
      System.arraycopy(pages.get(0), 0, page, 0, size);
      pages.set(0, page);
      allowance.giveBack((long) Integer.BYTES * size);
      capacity = length;
    } else {
      pages.add(page);
      capacity += length;
    }
  }

  int size() {
    return size;
  }

  int get(int index) {
    return pages.get(index >> PAGE_BITS)[index & (PAGE - 1)];
  }

  void truncate(int newSize) {
    size = newSize;
  }

  long retainedBytes() {
    return (long) Integer.BYTES * capacity;
  }
}

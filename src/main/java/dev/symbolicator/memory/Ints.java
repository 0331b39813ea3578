package dev.symbolicator.memory;

import java.util.Arrays;

/**
 * A growing column of ints that charges an {@link Allowance}, in pages: a long column is never
 * copied, and needs no large piece of memory.
 */
public final class Ints {
  private static final int PAGE_BITS = 10;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int FIRST = 16;

  private final Allowance allowance;
  private int[][] pages = {{}};
  private int capacity;
  private int size;

  public Ints(Allowance allowance) {
    this.allowance = allowance;
  }

  /** Makes a column in which all values are equal. */
  public static Ints filled(int size, int value, Allowance allowance) {
    Ints filled = new Ints(allowance);
    for (int i = 0; i < size; i++) {
      filled.add(value);
    }
    return filled;
  }

  /** Appends a value. */
  public void add(int value) {
    if (size == capacity) {
      grow();
    }
    pages[size >> PAGE_BITS][size & (PAGE - 1)] = value;
    size++;
  }

  /** Doubles the first page until it is full, so that short columns take little. */
  private void grow() {
    if (capacity < PAGE) {
      pages[0] = allowance.resize(pages[0], Math.max(FIRST, 2 * capacity));
      capacity = pages[0].length;
      return;
    }
    int page = capacity >> PAGE_BITS;
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, 2 * page);
    }
    pages[page] = allowance.ints(PAGE);
    capacity += PAGE;
  }

  public int size() {
    return size;
  }

  public int get(int index) {
    return pages[index >> PAGE_BITS][index & (PAGE - 1)];
  }

  public void set(int index, int value) {
    pages[index >> PAGE_BITS][index & (PAGE - 1)] = value;
  }

  public int last() {
    return get(size - 1);
  }

  public int removeLast() {
    int last = last();
    size--;
    return last;
  }

  /** Removes all values from an index on. Their memory stays charged for further values. */
  public void truncate(int newSize) {
    size = newSize;
  }

  /** Returns the heap bytes of the values and of the room for further values. */
  public long retainedBytes() {
    return (long) Integer.BYTES * capacity;
  }

  /** Removes all values and gives their memory back. */
  public void release() {
    allowance.giveBack(retainedBytes());
    pages = new int[][] {{}};
    capacity = 0;
    size = 0;
  }
}

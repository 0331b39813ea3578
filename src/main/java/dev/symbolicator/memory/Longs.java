package dev.symbolicator.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A growing column of longs that charges an {@link Allowance}, in pages: a long column is never
 * copied, and needs no large piece of memory.
 */
public final class Longs {
  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int FIRST = 16;

  private final Allowance allowance;
  private long[][] pages = {{}};
  private int capacity;
  private int size;

  public Longs(Allowance allowance) {
    this.allowance = allowance;
  }

  /** Makes a column in which all values are equal. */
  public static Longs filled(int size, long value, Allowance allowance) {
    Longs filled = new Longs(allowance);
    for (int i = 0; i < size; i++) {
      filled.add(value);
    }
    return filled;
  }

  /** Appends a value. */
  public void add(long value) {
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
    pages[page] = allowance.longs(PAGE);
    capacity += PAGE;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public long get(int index) {
    return pages[index >> PAGE_BITS][index & (PAGE - 1)];
  }

  public void set(int index, long value) {
    pages[index >> PAGE_BITS][index & (PAGE - 1)] = value;
  }

  /** Returns the last value, or another value if the column is empty. */
  public long lastOr(long other) {
    return size == 0 ? other : get(size - 1);
  }

  /** Removes the last value of a column that is not empty, and returns it. */
  public long removeLast() {
    long last = get(size - 1);
    size--;
    return last;
  }

  /** Removes all values from an index on. Their memory stays charged for further values. */
  public void truncate(int newSize) {
    size = newSize;
  }

  /**
   * Returns the index of the last value not greater than a limit; -1 if there is none. The values
   * must ascend.
   */
  public int lastUpTo(long limit) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (get(middle) <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  public void sort() {
    sort(0, size - 1, new SplittableRandom());
  }

  /** Sorts a range by quicksort. Random pivots leave no order that is always slow. */
  private void sort(int from, int to, SplittableRandom random) {
    int low = from;
    int high = to;
    while (low < high) {
      long pivot = get(low + random.nextInt(high - low + 1));
      int left = low;
      int right = high;
      while (left <= right) {
        while (get(left) < pivot) {
          left++;
        }
        while (get(right) > pivot) {
          right--;
        }
        if (left <= right) {
          long value = get(left);
          set(left++, get(right));
          set(right--, value);
        }
      }
      if (right - low < high - left) {
        sort(low, right, random);
        low = left;
      } else {
        sort(left, high, random);
        high = right;
      }
    }
  }
}

package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.scan.UnreadableException;
import java.util.Arrays;

/**
 * A growing column of longs that is used again for each event. A pass over the trace drops the
 * column at its end, so its memory is taken once for both passes.
 */
final class Column {
  private static final int FIRST = 64;

  private final TraceMemory charge;
  private long[] values = new long[FIRST];
  private int size;

  Column(TraceMemory charge) {
    this.charge = charge;
  }

  void clear() {
    size = 0;
  }

  void add(long value) throws UnreadableException {
    if (size == values.length) {
      // The old array is in memory until the new one is filled.
      charge.take(2L * Long.BYTES * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }
}

package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayList;
import java.util.List;

/** Collects parts of arrays, and copies them into one array when its size is known. */
final class ByteSpans {

  private final List<byte[]> arrays = new ArrayList<>();
  private final Allowance allowance;
  private final Ints starts;
  private final Ints ends;
  private int length;

  ByteSpans(Allowance allowance) {
    this.allowance = allowance;
    starts = new Ints(allowance);
    ends = new Ints(allowance);
  }

  /** Returns the number of bytes so far. */
  int length() {
    return length;
  }

  /** Returns the number of spans so far. */
  int count() {
    return arrays.size();
  }

  void add(byte[] array, int start, int end) {
    arrays.add(array);
    starts.add(start);
    ends.add(end);
    length = Math.addExact(length, end - start);
  }

  /** Forgets all spans from {@code newCount} on. */
  void truncate(int newCount) {
    for (int span = newCount; span < count(); span++) {
      length -= ends.get(span) - starts.get(span);
    }
    arrays.subList(newCount, arrays.size()).clear();
    starts.truncate(newCount);
    ends.truncate(newCount);
  }

  byte[] toArray() {
    allowance.take(length);
    byte[] all = new byte[length];
    int at = 0;
    for (int span = 0; span < count(); span++) {
      int spanLength = ends.get(span) - starts.get(span);
      System.arraycopy(arrays.get(span), starts.get(span), all, at, spanLength);
      at += spanLength;
    }
    return all;
  }
}

package dev.symbolicator.sourcemap.naive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Strings that stay undecoded in the JSON text until they are asked for. */
final class StringSlices {

  private final byte[] bytes;
  private final int[] starts;
  private final int[] ends;

  private StringSlices(byte[] bytes, int[] starts, int[] ends) {
    this.bytes = bytes;
    this.starts = starts;
    this.ends = ends;
  }

  int size() {
    return starts.length;
  }

  /** Decodes a string; null where the slice is absent. */
  @Nullable String get(int index) {
    Objects.checkIndex(index, starts.length);
    return starts[index] < 0 ? null : JsonStrings.decode(bytes, starts[index], ends[index]);
  }

  long retainedBytes() {
    return 2L * Integer.BYTES * starts.length;
  }

  /** Collects slices. */
  static final class Builder {

    private final IntList starts = new IntList();
    private final IntList ends = new IntList();

    void add(int start, int end) {
      starts.add(start);
      ends.add(end);
    }

    void addAbsent() {
      add(-1, -1);
    }

    void set(int index, int start, int end) {
      starts.set(index, start);
      ends.set(index, end);
    }

    int size() {
      return starts.size();
    }

    void truncate(int newSize) {
      starts.truncate(newSize);
      ends.truncate(newSize);
    }

    StringSlices build(byte[] bytes) {
      return new StringSlices(bytes, starts.toArray(), ends.toArray());
    }
  }
}

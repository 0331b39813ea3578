package dev.symbolicator.profile.heap;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A body of any size that is not in memory: texts, each repeated some times. */
public final class RepeatingBody implements BodyBytes {
  private static final int UNIT_BYTES = 1 << 14;

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Part(long start, byte[] unit, long end) {}

  private final List<Part> parts = new ArrayList<>();
  private long size;

  public RepeatingBody add(String text) {
    return add(text, 1);
  }

  /** Appends a text some times; some of the texts lie in one array, which makes reading fast. */
  public RepeatingBody add(String text, long times) {
    byte[] one = text.getBytes(StandardCharsets.UTF_8);
    int together = (int) Math.min(times, Math.max(1, UNIT_BYTES / Math.max(1, one.length)));
    byte[] unit = text.repeat(together).getBytes(StandardCharsets.UTF_8);
    parts.add(new Part(size, unit, size + one.length * times));
    size += one.length * times;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws EOFException {
    if (position < 0 || position + length > size) {
      throw new EOFException();
    }
    int copied = 0;
    for (Part part : parts) {
      while (copied < length && position + copied >= part.start && position + copied < part.end) {
        int from = (int) ((position + copied - part.start) % part.unit.length);
        long left = Math.min(part.end - position - copied, part.unit.length - from);
        int count = (int) Math.min(left, length - copied);
        System.arraycopy(part.unit, from, into, offset + copied, count);
        copied += count;
      }
    }
  }
}

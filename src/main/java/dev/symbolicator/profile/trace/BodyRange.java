package dev.symbolicator.profile.trace;

import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.profile.BodyBytes;
import java.io.IOException;
import java.util.Objects;

/** Bytes of a body from one offset to another, as a stream. */
final class BodyRange extends BulkInputStream {
  private final BodyBytes body;
  private final long end;
  private long position;

  BodyRange(BodyBytes body, long start, long end) {
    this.body = body;
    this.end = end;
    position = start;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int unused = Objects.checkFromIndexSize(offset, length, into.length);
    int count = (int) Math.min(length, end - position);
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    body.read(position, into, offset, count);
    position += count;
    return count;
  }
}

package dev.symbolicator.content;

import dev.symbolicator.memory.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates gzip (RFC 1952) from a stream, whose members may follow one another. Returns bytes as
 * soon as there are some. Ignores bytes behind the last member.
 *
 * <p>The JDK's GZIPInputStream would overflow the stack on some thousand empty members, and others
 * wait until they can fill the caller's buffer.
 */
final class GzipStream extends BulkInputStream {
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int FIRST = 0x1f;
  private static final int SECOND = 0x8b;
  private static final int DEFLATE = 8;
  private static final int BYTES_BEHIND_FLAGS = 6;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED_FLAGS = 0xe0;

  private final InputStream encoded;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private boolean isInMember;
  private boolean isFirst = true;
  private boolean hasEnded;

  GzipStream(InputStream encoded) {
    this.encoded = encoded;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = 0;
    while (count == 0 && length > 0 && (isInMember || beginMember())) {
      count = inflate(into, offset, length);
    }
    return hasEnded && count == 0 ? -1 : count;
  }

  private int inflate(byte[] into, int offset, int length) throws IOException {
    try {
      int count = inflater.inflate(into, offset, length);
      checksum.update(into, offset, count);
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsInput()) {
        feed(count);
      } else {
        check(count > 0);
      }
      return count;
    } catch (DataFormatException damaged) {
      throw new IOException(damaged);
    }
  }

  /** Feeds the inflater, unless there are bytes to return before the sender is waited for. */
  private void feed(int count) throws IOException {
    if (count == 0) {
      if (at == end) {
        at = 0;
        end = Math.max(0, encoded.read(buffer, 0, buffer.length));
        check(end > 0);
      }
      inflater.setInput(buffer, at, end - at);
      at = end;
    }
  }

  /** Reads a member's header (section 2.3); returns false if there is no further member. */
  private boolean beginMember() throws IOException {
    boolean isThere = !hasEnded && isAtMember();
    check(isThere || !isFirst);
    isFirst = false;
    hasEnded = !isThere;
    if (hasEnded) {
      return false;
    }
    check(next() == DEFLATE);
    int flags = next();
    check((flags & RESERVED_FLAGS) == 0);
    skip(BYTES_BEHIND_FLAGS);
    if ((flags & EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    skip((flags & HEADER_CHECKSUM) != 0 ? 2 : 0);
    inflater.reset();
    checksum.reset();
    isInMember = true;
    return true;
  }

  /** Consumes the two bytes with which a member begins. */
  private boolean isAtMember() throws IOException {
    return nextOrEnd() == FIRST && nextOrEnd() == SECOND;
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    check(number() == checksum.getValue());
    check(number() == (inflater.getBytesWritten() & 0xffff_ffffL));
    isInMember = false;
  }

  /** Reads a number of four bytes, least significant byte first. */
  private long number() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      int unused = next();
    }
  }

  private void skipText() throws IOException {
    int last = next();
    while (last != 0) {
      last = next();
    }
  }

  private int next() throws IOException {
    int next = nextOrEnd();
    check(next >= 0);
    return next;
  }

  private int nextOrEnd() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, encoded.read(buffer, 0, buffer.length));
    }
    return at == end ? -1 : buffer[at++] & 0xff;
  }

  private static void check(boolean isRight) throws IOException {
    if (!isRight) {
      throw new EOFException("a member is damaged or cut off");
    }
  }

  @Override
  public void close() {
    inflater.end(); // its memory is not on the heap
  }
}

package dev.symbolicator.content;

import dev.symbolicator.memory.BulkInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decodes gzip (RFC 1952) of any number of members as bytes come; ignores others behind, as
 * browsers and curl do. The JDK's reader overflows the stack on some thousand empty members, and
 * ignores a damaged further one; that of commons-compress waits to fill the buffer, and refuses
 * bytes behind.
 */
public final class GzipStream extends BulkInputStream {
  private static final int BUFFER_BYTES = 16 * 1024;
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

  /** Of the member's header, then of its content. */
  private final CRC32 checksum = new CRC32();

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private boolean isInMember;
  private boolean isFirst = true;
  private boolean hasEnded;

  /** Reads from a stream, and closes it; reading throws {@link ZipException} if it is damaged. */
  public GzipStream(InputStream encoded) {
    this.encoded = encoded;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = 0;
    while (count == 0 && length > 0 && (isInMember || beginMember())) {
      count = inflate(into, offset, length);
    }
    return hasEnded && count == 0 && length > 0 ? -1 : count;
  }

  private int inflate(byte[] into, int offset, int length) throws IOException {
    try {
      int count = inflater.inflate(into, offset, length);
      checksum.update(into, offset, count);
      if (inflater.finished()) {
        at = end - inflater.getRemaining();
        long content = checksum.getValue();
        check(number(4) == content);
        check(number(4) == (inflater.getBytesWritten() & 0xffff_ffffL));
        isInMember = false;
      } else if (!inflater.needsInput()) {
        check(count > 0);
      } else if (count == 0) { // else the bytes are returned before the sender is waited for
        check(at < end || fill());
        inflater.setInput(buffer, at, end - at);
        at = end;
      }
      return count;
    } catch (DataFormatException damaged) {
      throw new ZipException(damaged.getMessage());
    }
  }

  /** Reads a member's header (section 2.3); returns false if there is no further member. */
  private boolean beginMember() throws IOException {
    checksum.reset();
    hasEnded |= !(nextOrEnd() == FIRST && nextOrEnd() == SECOND);
    check(!hasEnded || !isFirst);
    isFirst = false;
    if (hasEnded) {
      return false;
    }
    check(next() == DEFLATE);
    int flags = next();
    check((flags & RESERVED_FLAGS) == 0);
    skip(BYTES_BEHIND_FLAGS);
    if ((flags & EXTRA) != 0) {
      skip((int) number(2));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      long header = checksum.getValue() & 0xffff;
      check(number(2) == header);
    }
    inflater.reset();
    checksum.reset();
    isInMember = true;
    return true;
  }

  /** Reads a number, least significant byte first. */
  private long number(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << (8 * i);
    }
    return value;
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
    if (at == end && !fill()) {
      return -1;
    }
    int next = buffer[at++] & 0xff;
    checksum.update(next);
    return next;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, encoded.read(buffer, 0, buffer.length));
    return end > 0;
  }

  private static void check(boolean isRight) throws IOException {
    if (!isRight) {
      throw new ZipException("a member is damaged or cut off");
    }
  }

  @Override
  public void close() throws IOException {
    inflater.end(); // its memory is not on the heap
    encoded.close();
  }
}

package dev.symbolicator.content;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Inflates gzip (RFC 1952), whose members may follow one another. Ignores bytes behind the last
 * member, as browsers and curl do, unless they begin as a member does.
 *
 * <p>The JDK's GZIPInputStream would ignore a damaged further member too, and would overflow the
 * stack on some thousand empty members.
 */
final class GzipMembers {
  private static final int HEADER_BYTES = 10;
  private static final int METHOD_AT = 2;
  private static final int DEFLATE = 8;
  private static final int FLAGS_AT = 3;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED_FLAGS = 0xe0;
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int SLICE_BYTES = 64 * 1024;

  private final byte[] encoded;
  private final Inflater inflater;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;

  private GzipMembers(byte[] encoded, Inflater inflater) {
    this.encoded = encoded;
    this.inflater = inflater;
  }

  /**
   * Appends the content of all members.
   *
   * @return null if the content fits, or else the failure
   * @throws IOException if a member is damaged or cut off
   */
  static @Nullable Decoding inflate(byte[] encoded, BoundedBytes out) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      GzipMembers members = new GzipMembers(encoded, inflater);
      Decoding failure = members.inflateMember(out);
      while (failure == null && members.isAtMember()) {
        failure = members.inflateMember(out);
      }
      return failure;
    } catch (DataFormatException damaged) {
      throw new IOException(damaged);
    } finally {
      inflater.end(); // its memory is not on the heap
    }
  }

  private boolean isAtMember() {
    return encoded.length - at >= 2 && encoded[at] == 0x1f && encoded[at + 1] == (byte) 0x8b;
  }

  private @Nullable Decoding inflateMember(BoundedBytes out)
      throws IOException, DataFormatException {
    skipHeader();
    inflater.reset();
    CRC32 checksum = new CRC32();
    while (!inflater.finished()) {
      if (inflater.needsInput()) {
        check(out.isWanted() && at < encoded.length);
        feedSlice();
      }
      int count = inflater.inflate(buffer);
      check(count > 0 || inflater.finished() || inflater.needsInput());
      checksum.update(buffer, 0, count);
      Decoding failure = out.append(buffer, 0, count);
      if (failure != null) {
        return failure;
      }
    }
    at -= inflater.getRemaining();
    check(number(4) == checksum.getValue());
    check(number(4) == (inflater.getBytesWritten() & 0xffff_ffffL));
    return null;
  }

  /** Feeds a slice only: the native code cannot be stopped, and holds the garbage collector up. */
  private void feedSlice() {
    int length = Math.min(SLICE_BYTES, encoded.length - at);
    inflater.setInput(encoded, at, length);
    at += length;
  }

  /** Reads a member's header (section 2.3). */
  private void skipHeader() throws IOException {
    int from = at;
    check(isAtMember());
    skip(HEADER_BYTES);
    int flags = encoded[from + FLAGS_AT];
    check(encoded[from + METHOD_AT] == DEFLATE && (flags & RESERVED_FLAGS) == 0);
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
      CRC32 checksum = new CRC32();
      checksum.update(encoded, from, at - from);
      check(number(2) == (checksum.getValue() & 0xffff));
    }
  }

  private void skipText() throws IOException {
    int last;
    do {
      last = (int) number(1);
    } while (last != 0);
  }

  /** Reads a number, least significant byte first. */
  private long number(int bytes) throws IOException {
    skip(bytes);
    long value = 0;
    for (int i = 1; i <= bytes; i++) {
      value = value << 8 | (encoded[at - i] & 0xff);
    }
    return value;
  }

  private void skip(int bytes) throws IOException {
    check(bytes <= encoded.length - at);
    at += bytes;
  }

  private static void check(boolean isRight) throws IOException {
    if (!isRight) {
      throw new IOException("a member is damaged or cut off");
    }
  }
}

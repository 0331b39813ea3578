package dev.symbolicator.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/**
 * Undoes gzip (RFC 1952), whose members may follow one another. The JDK's stream ignores bytes
 * behind the last member, as browsers and curl do. Two things are told apart here that the JDK
 * takes for the same: bytes that begin no member, and a further member that is damaged or cut off.
 */
final class GzipMembers extends GZIPInputStream {
  private static final int RESERVED_FLAGS = 0xe0;
  private static final int FLAGS_AT = 3;
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;

  private final byte[] encoded;

  GzipMembers(byte[] encoded, int buffer) throws IOException {
    super(new ByteArrayInputStream(encoded), buffer);
    this.encoded = encoded;
  }

  /** Tells whether the fixed part of a member's header is there and sets no reserved flag. */
  static boolean beginsAsOne(byte[] encoded) {
    return beginsAsOne(encoded, 0)
        && encoded.length >= HEADER_BYTES
        && (encoded[FLAGS_AT] & RESERVED_FLAGS) == 0;
  }

  private static boolean beginsAsOne(byte[] encoded, int at) {
    return encoded.length - at >= 2 && encoded[at] == 0x1f && encoded[at + 1] == (byte) 0x8b;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count < 0) {
      int left = inf.getRemaining() + in.available();
      if (beginsAsOne(encoded, encoded.length - Math.max(0, left - TRAILER_BYTES))) {
        throw new IOException("a further member is damaged or cut off");
      }
    }
    return count;
  }
}

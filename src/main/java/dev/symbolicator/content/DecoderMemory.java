package dev.symbolicator.content;

import org.jspecify.annotations.Nullable;

/**
 * The memory that a decoder will allocate for a body, computed from the body's first bytes.
 *
 * @param bytes the peak: the window, the smaller window that is copied into the larger one, and
 *     tables
 * @param largest how many of these bytes lie in one piece
 */
record DecoderMemory(long bytes, long largest) {
  /** Three groups of at most 256 prefix codes, each of 1080 entries, and tables of fixed sizes. */
  private static final long BROTLI_TABLES = 3L * 256 * 1080 * Integer.BYTES + (128 << 10);

  /** A window of 32 KiB, zlib's tables, and a buffer. */
  private static final DecoderMemory GZIP = new DecoderMemory(64 << 10, 32 << 10);

  /** The smallest ring buffer, for any window. */
  private static final long SMALLEST_BROTLI_RING = 1 << 14;

  /** Returns the memory to inflate gzip. */
  static DecoderMemory gzip() {
    return GZIP;
  }

  /**
   * Returns the memory to inflate br (RFC 7932, section 9.1), or null if the first bits are not br.
   * Large Window Brotli begins with their reserved pattern, which is not br.
   */
  static @Nullable DecoderMemory brotli(byte[] encoded) {
    if (encoded.length == 0) {
      return null;
    }
    int first = encoded[0];
    int high = first >> 1 & 7;
    int low = first >> 4 & 7;
    int bits = (first & 1) == 0 ? 16 : high != 0 ? 17 + high : low != 0 ? 8 + low : 17;
    if (bits == 9) {
      return null;
    }
    long ring = Math.max(1L << bits, SMALLEST_BROTLI_RING);
    return new DecoderMemory(ring + ring / 2 + BROTLI_TABLES, ring);
  }
}

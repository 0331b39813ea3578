package dev.symbolicator.content;

import org.jspecify.annotations.Nullable;

/**
 * What a decoder allocates for a body, told by the body's headers before it is opened.
 *
 * @param bytes at its peak: its window, the smaller one that was copied into it as it grew, and its
 *     tables
 * @param largest how many of them lie in one piece
 */
record DecoderMemory(long bytes, long largest) {
  /**
   * Three groups of at most 256 prefix codes, each of 1080 entries, and tables that are always
   * there.
   */
  private static final long BROTLI_TABLES = 3L * 256 * 1080 * Integer.BYTES + (128 << 10);

  /** A window of 32 KiB, zlib's tables, and a buffer for what comes in. */
  private static final DecoderMemory GZIP = new DecoderMemory(64 << 10, 32 << 10);

  /** The smallest ring there is, whatever the window. */
  private static final long SMALLEST_BROTLI_RING = 1 << 14;

  /** Literals, input, and tables of fixed sizes. */
  private static final long ZSTD_TABLES = 640 << 10;

  /** The decoder's buffer keeps a window and the block that comes; it is doubled up to this. */
  private static final long LARGEST_DOUBLED_BUFFER = ZstdFrames.MAX_WINDOW + ZstdFrames.MAX_BLOCK;

  /**
   * What a body takes; null if it does not begin as its coding does, or needs too large a window.
   */
  static @Nullable DecoderMemory of(ContentCoding coding, byte[] encoded) {
    if (coding == ContentCoding.GZIP) {
      return GzipMembers.beginsAsOne(encoded) ? GZIP : null;
    }
    if (coding == ContentCoding.BR) {
      return brotli(encoded);
    }
    long window = ZstdFrames.window(encoded);
    return window < 0 ? null : zstd(window);
  }

  /**
   * RFC 7932, section 9.1. The pattern that is reserved, and that begins what Large Window Brotli
   * says of its window, is none of br.
   */
  private static @Nullable DecoderMemory brotli(byte[] encoded) {
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

  private static DecoderMemory zstd(long window) {
    long needed = window + ZstdFrames.MAX_BLOCK;
    long buffer = Math.min(2 * needed, LARGEST_DOUBLED_BUFFER);
    return new DecoderMemory(buffer + needed + ZSTD_TABLES, buffer);
  }
}

package dev.symbolicator.content;

/**
 * The frames of a zstd body, as far as what decoding them takes (RFC 8878, section 3.1.1). The
 * decoder keeps what a frame says it may look back to, however much that is; so this goes from
 * header to header before anything is decoded.
 */
final class ZstdFrames {
  /** What a frame of the content coding zstd may look back to (RFC 9659). */
  static final int MAX_WINDOW = 8 << 20;

  /** What a block may inflate to (RFC 8878, section 3.1.1.2.4). */
  static final int MAX_BLOCK = 128 << 10;

  private static final int MAGIC = 0xfd2fb528;
  private static final int MAGIC_BYTES = 4;
  private static final int SINGLE_SEGMENT = 1 << 5;
  private static final int CHECKSUM = 1 << 2;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BLOCK_HEADER_BYTES = 3;
  private static final int RLE = 1;
  private static final int RESERVED = 3;

  private final byte[] encoded;
  private int at;
  private boolean broken;

  private ZstdFrames(byte[] encoded) {
    this.encoded = encoded;
  }

  /**
   * How many bytes are kept to look back to at most, in any of the frames.
   *
   * @return -1 if what is there is not frames from its beginning to its end, each with a window of
   *     {@link #MAX_WINDOW} or less
   */
  static long window(byte[] encoded) {
    ZstdFrames frames = new ZstdFrames(encoded);
    long largest = 0;
    while (!frames.broken && frames.at < encoded.length) {
      largest = Math.max(largest, frames.frame());
    }
    return frames.broken ? -1 : largest;
  }

  private long frame() {
    if ((int) field(MAGIC_BYTES) != MAGIC) {
      broken = true;
    }
    int descriptor = (int) field(1);
    boolean singleSegment = (descriptor & SINGLE_SEGMENT) != 0;
    long window = singleSegment ? Long.MAX_VALUE : windowSize((int) field(1));
    int dictionary = descriptor & 3;
    skip(dictionary == 0 ? 0 : 1 << (dictionary - 1));
    int sizeBytes = 1 << (descriptor >> 6);
    if (sizeBytes > 1 || singleSegment) {
      long size = field(sizeBytes) + (sizeBytes == 2 ? 256 : 0);
      broken |= size < 0;
      window = Math.min(window, size);
    }
    broken |= window > MAX_WINDOW;
    long inflated = blocks();
    skip((descriptor & CHECKSUM) == 0 ? 0 : CHECKSUM_BYTES);
    return Math.min(window, inflated);
  }

  private static long windowSize(int descriptor) {
    long base = 1L << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  /** How many bytes come out of a frame's blocks at most. */
  private long blocks() {
    long inflated = 0;
    boolean last = false;
    while (!last && !broken) {
      int header = (int) field(BLOCK_HEADER_BYTES);
      int type = header >> 1 & 3;
      int size = header >> 3;
      broken |= type == RESERVED || size > MAX_BLOCK;
      skip(type == RLE ? 1 : size);
      inflated += type <= RLE ? size : MAX_BLOCK;
      last = (header & 1) != 0;
    }
    return inflated;
  }

  /** The next so many bytes, least significant first. */
  private long field(int bytes) {
    int from = at;
    skip(bytes);
    long value = 0;
    for (int i = 0; !broken && i < bytes; i++) {
      value |= (encoded[from + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  private void skip(int bytes) {
    broken |= bytes > encoded.length - at;
    at = broken ? encoded.length : at + bytes;
  }
}

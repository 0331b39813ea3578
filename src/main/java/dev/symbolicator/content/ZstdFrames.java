package dev.symbolicator.content;

/**
 * Reads the headers of a zstd body's frames and blocks, which bound the length of the content (RFC
 * 8878, section 3.1.1). Nothing is decoded.
 */
final class ZstdFrames {
  /** The largest window of the content coding zstd, in bytes (RFC 9659). */
  private static final int MAX_WINDOW = 8 << 20;

  /** The largest content of a block, in bytes (RFC 8878, section 3.1.1.2.4). */
  private static final int MAX_BLOCK = 128 << 10;

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
  private boolean isBroken;

  private ZstdFrames(byte[] encoded) {
    this.encoded = encoded;
  }

  /**
   * Returns how many bytes the content of all frames has at most.
   *
   * @return -1 if the body does not consist of complete frames, or if a frame's window exceeds
   *     {@link #MAX_WINDOW}
   */
  static long mostBytes(byte[] encoded) {
    ZstdFrames frames = new ZstdFrames(encoded);
    long most = 0;
    do {
      most += frames.frame();
    } while (!frames.isBroken && frames.at < encoded.length);
    return frames.isBroken ? -1 : most;
  }

  private long frame() {
    isBroken |= (int) number(MAGIC_BYTES) != MAGIC;
    int descriptor = (int) number(1);
    boolean isSingleSegment = (descriptor & SINGLE_SEGMENT) != 0;
    long window = isSingleSegment ? Long.MAX_VALUE : windowSize((int) number(1));
    int dictionary = descriptor & 3;
    skip(dictionary == 0 ? 0 : 1 << (dictionary - 1));
    long most = Long.MAX_VALUE;
    int sizeBytes = 1 << (descriptor >> 6);
    if (sizeBytes > 1 || isSingleSegment) {
      most = number(sizeBytes) + (sizeBytes == 2 ? 256 : 0);
    }
    isBroken |= most < 0 || Math.min(most, window) > MAX_WINDOW;
    most = Math.min(most, blocks());
    skip((descriptor & CHECKSUM) == 0 ? 0 : CHECKSUM_BYTES);
    return most;
  }

  private static long windowSize(int descriptor) {
    long base = 1L << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  /** Returns how many bytes the content of a frame's blocks has at most. */
  private long blocks() {
    long most = 0;
    boolean isLast = false;
    while (!isLast && !isBroken) {
      int header = (int) number(BLOCK_HEADER_BYTES);
      int type = header >> 1 & 3;
      int size = header >> 3;
      isBroken |= type == RESERVED || size > MAX_BLOCK;
      skip(type == RLE ? 1 : size);
      most += type <= RLE ? size : MAX_BLOCK;
      isLast = (header & 1) != 0;
    }
    return most;
  }

  /** Reads a number, least significant byte first. */
  private long number(int bytes) {
    int from = at;
    skip(bytes);
    long value = 0;
    for (int i = 0; !isBroken && i < bytes; i++) {
      value |= (encoded[from + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  private void skip(int bytes) {
    isBroken |= bytes > encoded.length - at;
    at = isBroken ? encoded.length : at + bytes;
  }
}

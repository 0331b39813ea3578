package dev.symbolicator.content;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Writes a frame of zstd, honest or not, part by part (RFC 8878, section 3.1.1). */
final class ZstdFrame {
  private static final int LARGEST_BLOCK = 128 << 10;

  private final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
  private int lastBlock = -1;
  private int window = -1;
  private int sizeBytes;
  private long size;
  private int dictionary;
  private boolean checksum;

  /** Sets the window. A frame without one is a single segment, which needs a size. */
  ZstdFrame window(int exponent, int mantissa) {
    window = exponent << 3 | mantissa;
    return this;
  }

  /** Sets the stated length of the content, in 1, 2, 4 or 8 bytes. */
  ZstdFrame size(int bytes, long value) {
    sizeBytes = bytes;
    size = value;
    return this;
  }

  /** Sets the dictionary's number, which is 0, in 0, 1, 2 or 4 bytes. */
  ZstdFrame dictionary(int bytes) {
    dictionary = bytes;
    return this;
  }

  /** Adds a checksum, which is wrong. */
  ZstdFrame checksum() {
    checksum = true;
    return this;
  }

  /** Adds zeros, in blocks that state only their number. */
  ZstdFrame zeros(int count) {
    return blocks(count, LARGEST_BLOCK);
  }

  /** Adds zeros in blocks of at most so many bytes. */
  ZstdFrame blocks(int count, int largest) {
    int left = count;
    do {
      int now = Math.min(left, largest);
      block(1, now, 1);
      left -= now;
    } while (left > 0);
    return this;
  }

  /** Adds a block: a header, and zeros as its bytes. */
  ZstdFrame block(int type, int blockSize, int bytes) {
    lastBlock = blocks.size();
    little(blocks, 3, blockSize << 3 | type << 1);
    blocks.writeBytes(new byte[bytes]);
    return this;
  }

  /** Returns the frame, whose last block is marked as the last. */
  byte[] end() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    little(out, 4, 0xfd2fb528L);
    int sizeFlag = sizeBytes == 8 ? 3 : sizeBytes / 2;
    int dictionaryFlag = dictionary == 4 ? 3 : dictionary;
    out.write(sizeFlag << 6 | (window < 0 ? 1 << 5 : 0) | (checksum ? 1 << 2 : 0) | dictionaryFlag);
    if (window >= 0) {
      out.write(window);
    }
    little(out, dictionary, 0);
    little(out, sizeBytes, sizeBytes == 2 ? size - 256 : size);
    byte[] body = blocks.toByteArray();
    body[lastBlock] = (byte) (body[lastBlock] | 1);
    out.writeBytes(body);
    little(out, checksum ? 4 : 0, 0);
    return out.toByteArray();
  }

  private static void little(ByteArrayOutputStream out, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >> (8 * i)));
    }
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(3).nextBytes(noise);
    return noise;
  }
}

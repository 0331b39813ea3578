package dev.symbolicator.symbols;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing list of bytes. */
final class ByteSink {
  private static final int MORE = 0x80;

  private byte[] bytes = new byte[256];
  private int size;

  int size() {
    return size;
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    reserve(utf8.length);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
  }

  /** A number in groups of seven bits, the lowest first, all but the last marked. */
  void unsigned(long number) {
    reserve(10);
    long rest = number;
    while (rest >= MORE) {
      bytes[size++] = (byte) (rest | MORE);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** A number of either sign; small ones take few bytes. */
  void signed(long number) {
    unsigned((number << 1) ^ (number >> 63));
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length + (bytes.length >> 1)));
    }
  }

  void copyTo(ByteBuffer target) {
    target.put(bytes, 0, size);
  }
}

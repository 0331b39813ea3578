package dev.symbolicator.profile.json;

import dev.symbolicator.memory.EightBytes;
import java.util.Arrays;

/** Some bytes of a text, which are found elsewhere in the text eight at a time. */
class KnownBytes {
  private final byte[] text;
  private int start;
  private int length;

  /** Where the last eight bytes begin, from the first byte on. */
  private int lastEight;

  /** The bits of the first and the last eight bytes that count; none before any byte is known. */
  private long mask;

  private long first = -1;
  private long last;

  KnownBytes(byte[] text) {
    this.text = text;
  }

  /** Tells whether eight bytes can be read from an offset on. */
  static boolean canBeginAt(int from, byte[] text) {
    return from <= text.length - Long.BYTES;
  }

  /** Remembers some bytes instead of those before. */
  final void remember(int from, int to) {
    start = from;
    length = to - from;
    lastEight = Math.max(length - Long.BYTES, 0);
    mask = length < Long.BYTES ? (1L << (Byte.SIZE * length)) - 1 : -1;
    first = EightBytes.at(text, from) & mask;
    last = EightBytes.at(text, from + lastEight) & mask;
  }

  final int length() {
    return length;
  }

  /** Tells whether the bytes, and another one, are at an offset. May say no near the end. */
  final boolean isAt(int from, int end) {
    int at = from + lastEight;
    return at < end - Long.BYTES
        && (EightBytes.at(text, from) & mask) == first
        && (EightBytes.at(text, at) & mask) == last
        && (lastEight <= Long.BYTES || isMiddleAt(from));
  }

  private boolean isMiddleAt(int from) {
    return Arrays.equals(
        text, from + Long.BYTES, from + lastEight, text, start + Long.BYTES, start + lastEight);
  }
}

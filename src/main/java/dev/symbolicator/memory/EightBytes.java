package dev.symbolicator.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at eight bytes at once, a {@code long} whose lowest byte is the first. A byte is marked by
 * its high bit.
 */
public final class EightBytes {
  public static final long HIGH_BITS = all(0x80);

  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = all(1);

  private EightBytes() {}

  public static long at(byte[] bytes, int offset) {
    return (long) LITTLE_ENDIAN.get(bytes, offset);
  }

  public static void put(byte[] bytes, int offset, long eight) {
    LITTLE_ENDIAN.set(bytes, offset, eight);
  }

  /** Returns eight times the same byte, of which the lowest eight bits count. */
  public static long all(int value) {
    return (value & 0xFF) * 0x0101_0101_0101_0101L;
  }

  /**
   * Marks the bytes that are equal in two words. The first mark is right; later ones may be wrong,
   * by a borrow.
   */
  public static long equal(long eight, long others) {
    long difference = eight ^ others;
    return (difference - ONES) & ~difference & HIGH_BITS;
  }

  /** Returns the index of the first marked byte; 8 if none is marked. */
  public static int first(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }

  /** Returns the offset of the first byte of a value; the end if there is none. */
  public static int indexOf(byte value, byte[] bytes, int from, int end) {
    long values = all(value);
    int at = from;
    while (at <= end - Long.BYTES) {
      long marks = equal(at(bytes, at), values);
      if (marks != 0) {
        return at + first(marks);
      }
      at += Long.BYTES;
    }
    while (at < end && bytes[at] != value) {
      at++;
    }
    return at;
  }
}

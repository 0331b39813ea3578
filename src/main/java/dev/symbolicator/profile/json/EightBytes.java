package dev.symbolicator.profile.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at eight bytes of a JSON text (RFC 8259) at once. They are a {@code long} whose lowest byte
 * is the first one.
 */
public final class EightBytes {
  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long SPACES = ' ' * ONES;
  private static final long HIGH_HALVES = 0xF0F0F0F0F0F0F0F0L;
  private static final long ZEROS = '0' * ONES;
  private static final long UP_TO_SIXTEEN = 6 * ONES;

  private EightBytes() {}

  /** Returns the eight bytes from an offset on. */
  public static long at(byte[] bytes, int from) {
    return (long) LITTLE_ENDIAN.get(bytes, from);
  }

  /**
   * Marks the first byte that does not stand for itself in a string: a control character, a quote,
   * a backslash, or no ASCII. Bytes above it may be marked by a borrow.
   *
   * @return the marks, of which {@link #first} is the byte's index; 0 if there is no such byte
   */
  public static long special(long eight) {
    return (zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES) | (eight - SPACES) | eight)
        & HIGH_BITS;
  }

  /** Returns the index of the first of eight bytes in which a bit is set; 8 if none is. */
  public static int first(long marks) {
    return Long.numberOfTrailingZeros(marks) >> 3;
  }

  /** Returns the offset of the first byte of a value; the end if there is none. */
  public static int indexOf(byte value, byte[] bytes, int from, int end) {
    long values = value * ONES;
    int at = from;
    while (at <= end - Long.BYTES) {
      long marks = zeros(at(bytes, at) ^ values) & HIGH_BITS;
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

  private static long zeros(long eight) {
    return (eight - ONES) & ~eight;
  }

  /** Returns how many of eight bytes are digits before the first other byte. */
  public static int leadingDigits(long eight) {
    long others =
        ((eight & HIGH_HALVES) ^ ZEROS) | (((eight + UP_TO_SIXTEEN) & HIGH_HALVES) ^ ZEROS);
    return first(others);
  }
}

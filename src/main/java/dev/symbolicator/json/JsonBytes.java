package dev.symbolicator.json;

import dev.symbolicator.memory.EightBytes;

/** Reads eight bytes of a JSON text (RFC 8259) at once, as {@link EightBytes} gives them. */
public final class JsonBytes {
  private static final long QUOTES = EightBytes.all('"');
  private static final long BACKSLASHES = EightBytes.all('\\');
  private static final long SPACES = EightBytes.all(' ');
  private static final long HIGH_HALVES = EightBytes.all(0xF0);
  private static final long ZEROS = EightBytes.all('0');
  private static final long UP_TO_SIXTEEN = EightBytes.all(6);

  private static final long DIGITS = 0x0F0F0F0F0F0F0F0FL;
  private static final long PAIRS = 0x00FF00FF00FF00FFL;
  private static final long FOURS = 0x0000FFFF0000FFFFL;

  private JsonBytes() {}

  /**
   * Marks the first byte that does not stand for itself in a string: a control character, a quote,
   * a backslash, or no ASCII. Bytes above it may be marked by a borrow. 0 if there is none.
   */
  public static long special(long eight) {
    return EightBytes.equal(eight, QUOTES)
        | EightBytes.equal(eight, BACKSLASHES)
        | (((eight - SPACES) | eight) & EightBytes.HIGH_BITS);
  }

  /** Returns how many of eight bytes are digits before the first other byte. */
  public static int leadingDigits(long eight) {
    long others =
        ((eight & HIGH_HALVES) ^ ZEROS) | (((eight + UP_TO_SIXTEEN) & HIGH_HALVES) ^ ZEROS);
    return EightBytes.first(others);
  }

  /** Returns the number that the first 1 to 8 digits spell. */
  public static int integer(long eight, int digits) {
    long ones = (eight << (Long.SIZE - Byte.SIZE * digits)) & DIGITS;
    long pairs = ((ones * 2561) >>> 8) & PAIRS;
    long fours = ((pairs * 6_553_601) >>> 16) & FOURS;
    return (int) ((fours * 42_949_672_960_001L) >>> 32);
  }
}

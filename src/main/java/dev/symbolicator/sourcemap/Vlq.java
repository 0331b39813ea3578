package dev.symbolicator.sourcemap;

import java.util.Arrays;

/**
 * Reads and writes base64 VLQ numbers (ECMA-426, section "Base64 VLQ"). Each character has five
 * value bits, the least significant first, and a bit that tells whether another character follows.
 * The lowest bit of the value is the sign.
 *
 * <p>Numbers in mappings hardly ever have more than two characters, and reading is optimized for
 * those. Reading takes two calls, one for the length and one for the number. Both are inlined, and
 * the compiler merges their branches. So a caller's offset moves by a constant after a branch.
 */
public final class Vlq {

  /** Values from this one on are errors, and so are values below its negative. */
  static final long LIMIT = 1L << 31;

  /** The most characters that a valid number needs. */
  static final int MAX_LENGTH = 7;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private static final byte[] DIGITS = new byte[256];

  /** The numbers of one character; {@link #LONG} or -2^31 for other bytes. */
  private static final int[] SHORT_NUMBERS = new int[256];

  /** Marks a character that another one follows. */
  private static final int LONG = Integer.MAX_VALUE;

  private static final int CONTINUES = 32;
  private static final int VALUE = 31;

  /** The greatest digit as the last of {@link #MAX_LENGTH}: bits 30 and 31. */
  private static final int GREATEST_LAST_DIGIT = 3;

  static {
    Arrays.fill(DIGITS, (byte) -1);
    Arrays.fill(SHORT_NUMBERS, Integer.MIN_VALUE);
    for (int i = 0; i < ALPHABET.length(); i++) {
      DIGITS[ALPHABET.charAt(i)] = (byte) i;
    }
    for (int i = 0; i < CONTINUES; i++) {
      SHORT_NUMBERS[ALPHABET.charAt(CONTINUES + i)] = LONG;
      SHORT_NUMBERS[ALPHABET.charAt(i)] = (int) signed((long) i);
    }
  }

  private Vlq() {}

  /** Returns the base64 digit that a character stands for, 0 to 63, or -1 if there is none. */
  public static int digit(int character) {
    return character >= 0 && character < DIGITS.length ? DIGITS[character] : -1;
  }

  /** Tells whether a byte may begin a number; false for {@code B}, which is minus zero. */
  static boolean beginsNumber(byte character) {
    return SHORT_NUMBERS[character & 0xFF] != Integer.MIN_VALUE;
  }

  /** Converts value bits to a number: the lowest bit is the sign, and minus zero becomes -2^31. */
  static long signed(long bits) {
    long value = bits >>> 1;
    if ((bits & 1) == 0) {
      return value;
    }
    return value == 0 ? -LIMIT : -value;
  }

  /** Writes a number other than -2^31, and returns the offset after it. */
  static int write(int number, byte[] text, int offset) {
    int bits = number < 0 ? (-number << 1) | 1 : number << 1;
    int at = offset;
    do {
      int digit = bits & VALUE;
      bits >>>= 5;
      text[at++] = (byte) ALPHABET.charAt(bits == 0 ? digit : digit | CONTINUES);
    } while (bits != 0);
    return at;
  }

  /**
   * Returns the length in characters of the number at an offset. The character that ends the number
   * is included, even if it is not a digit. A byte that is not a digit must follow somewhere in the
   * array.
   */
  static int length(byte[] text, int offset) {
    if (SHORT_NUMBERS[text[offset] & 0xFF] != LONG) {
      return 1;
    }
    return SHORT_NUMBERS[text[offset + 1] & 0xFF] != LONG ? 2 : longLength(text, offset);
  }

  /**
   * Reads the number at an offset.
   *
   * @param length the result of {@link #length} at that offset
   * @return -2^31 if the number is invalid or has more characters than any number needs
   */
  static int number(byte[] text, int offset, int length) {
    if (length == 1) {
      return SHORT_NUMBERS[text[offset] & 0xFF];
    }
    if (length == 2) {
      int bits = (DIGITS[text[offset] & 0xFF] & VALUE) | (DIGITS[text[offset + 1] & 0xFF] << 5);
      return bits <= 1 ? Integer.MIN_VALUE : signed(bits);
    }
    return longNumber(text, offset, length);
  }

  private static int longLength(byte[] text, int offset) {
    int length = 3;
    while (DIGITS[text[offset + length - 1] & 0xFF] >= CONTINUES) {
      length++;
    }
    return length;
  }

  private static int longNumber(byte[] text, int offset, int length) {
    int bits = 0;
    for (int i = 0; i < length; i++) {
      int digit = DIGITS[text[offset + i] & 0xFF];
      if (digit < 0 || i >= MAX_LENGTH || (i == MAX_LENGTH - 1 && digit > GREATEST_LAST_DIGIT)) {
        return Integer.MIN_VALUE;
      }
      bits |= (digit & VALUE) << (5 * i);
    }
    return (int) signed(bits & 0xFFFF_FFFFL);
  }

  /** Like {@link #signed(long)}, but the bits must not be minus zero. */
  static int signed(int bits) {
    int sign = -(bits & 1);
    return ((bits >>> 1) ^ sign) - sign;
  }
}

package dev.symbolicator.sourcemap.naive;

import java.util.Arrays;

/**
 * The characters of base64 VLQ numbers (ECMA-426, section "Base64 VLQ"): five value bits each, the
 * least significant first, and a bit that says whether another digit follows.
 */
final class Vlq {

  /** Values from here on are errors; so are those below its negative. */
  static final long LIMIT = 1L << 31;

  private static final byte[] DIGITS = new byte[128];

  static {
    Arrays.fill(DIGITS, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      DIGITS[alphabet.charAt(i)] = (byte) i;
    }
  }

  private Vlq() {}

  /** The digit a character stands for, 0 to 63, or -1 if it is none. */
  static int digit(int character) {
    return character >= 0 && character < DIGITS.length ? DIGITS[character] : -1;
  }

  /** The number behind collected value bits: the lowest is the sign, and minus zero is -2^31. */
  static long signed(long bits) {
    long value = bits >>> 1;
    if ((bits & 1) == 0) {
      return value;
    }
    return value == 0 ? -LIMIT : -value;
  }
}

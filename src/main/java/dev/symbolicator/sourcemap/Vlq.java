package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import java.util.Arrays;

/**
 * Reads and writes base64 VLQ numbers (ECMA-426, "Base64 VLQ"): five value bits a character, the
 * least significant first, and a bit for continuation; the lowest bit of the value is the sign.
 *
 * <p>Numbers hardly ever have more than two characters. Reading takes two calls, for the length and
 * for the number; both are inlined and their branches merged, so that a caller's offset moves by a
 * constant after a branch.
 */
public final class Vlq {

  static final long LIMIT = 1L << 31;

  /** The most characters that a valid number needs. */
  static final int MAX_LENGTH = 7;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private static final byte[] DIGITS = new byte[256];

  /** The numbers of one character; {@link #LONG} or -2^31 for other bytes. */
  private static final int[] SHORT_NUMBERS = new int[256];

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

  static boolean beginsNumber(byte character) {
    return SHORT_NUMBERS[character & 0xFF] != Integer.MIN_VALUE;
  }

  /** The lowest bit is the sign; minus zero becomes -2^31. */
  static long signed(long bits) {
    long value = bits >>> 1;
    if ((bits & 1) == 0) {
      return value;
    }
    return value == 0 ? -LIMIT : -value;
  }

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
   * Returns the length of the number at an offset, with the character that ends it, digit or not. A
   * byte that is not a digit must follow somewhere.
   */
  static int length(byte[] text, int offset) {
    if (SHORT_NUMBERS[text[offset] & 0xFF] != LONG) {
      return 1;
    }
    return SHORT_NUMBERS[text[offset + 1] & 0xFF] != LONG ? 2 : longLength(text, offset);
  }

  /**
   * Reads the number of a {@link #length}; -2^31 if it is invalid or longer than any number needs.
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

  static int signed(int bits) {
    int sign = -(bits & 1);
    return ((bits >>> 1) ^ sign) - sign;
  }

  /**
   * Reads numbers from eight characters loaded as one word, whose lowest byte is the first. A
   * length only decides how far a word is shifted, so nothing is mispredicted; that takes more
   * steps, and pays where lengths are random. A number is cut out by setting all bits above it:
   * such bytes add nothing, so the same tables serve any length, and the empty number is zero.
   */
  static final class VlqWord {

    static final long NONE = -1;

    private static final long COMMAS = EightBytes.all(',');
    private static final long SEMICOLONS = EightBytes.all(';');

    /** Sets the high bit of each byte from {@code A} on. */
    private static final long FROM_FIRST_END = EightBytes.all(0x80 - 'A');

    /** Sets the high bit of each byte after {@code f}, the last digit that ends. */
    private static final long FROM_CONTINUED = EightBytes.all(0x80 - 'g');

    private static final int FILLER = 0xFF;

    /** The value bits of each character as the first of a number; negative if not allowed there. */
    private static final int[] FIRST = place(0, 'B');

    private static final int[] SECOND = place(5, 'A');
    private static final int[] THIRD = place(10, 'A');
    private static final int[] FOURTH = place(15, 'A');

    private VlqWord() {}

    /**
     * The first table refuses {@code B}, minus zero; the others {@code A}, which would add nothing.
     */
    private static int[] place(int shift, char refused) {
      int[] values = new int[256];
      Arrays.fill(values, Integer.MIN_VALUE);
      for (int character = 0; character < 128; character++) {
        int digit = Vlq.digit(character);
        if (digit >= 0 && character != refused) {
          values[character] = (digit & 31) << shift;
        }
      }
      values[FILLER] = 0;
      return values;
    }

    /** Tells whether all bytes are ASCII, which the methods below require. */
    static boolean isAscii(long word) {
      return (word & EightBytes.HIGH_BITS) == 0;
    }

    static long ends(long word) {
      return (word + FROM_FIRST_END) & ~(word + FROM_CONTINUED) & EightBytes.HIGH_BITS;
    }

    /** Marks commas and semicolons. The first mark is always right; later ones may be wrong. */
    static long separators(long word) {
      return EightBytes.equal(word, COMMAS) | EightBytes.equal(word, SEMICOLONS);
    }

    /**
     * Returns the value bits of the number in the lowest 0 to 16 bits; negative if a character must
     * not be there.
     */
    static int upToTwo(long word, int bits) {
      long number = word | (-1L << bits);
      return FIRST[(int) number & 0xFF] | SECOND[(int) (number >>> 8) & 0xFF];
    }

    /** Like {@link #upToTwo}, but for 0 to 32 bits. */
    static int upToFour(long word, int bits) {
      long number = word | (-1L << bits);
      return FIRST[(int) number & 0xFF]
          | SECOND[(int) (number >>> 8) & 0xFF]
          | THIRD[(int) (number >>> 16) & 0xFF]
          | FOURTH[(int) (number >>> 24) & 0xFF];
    }
  }
}

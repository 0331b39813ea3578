package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import java.util.Arrays;

/**
 * Reads numbers like {@link Vlq}, but from eight characters loaded as one word, whose lowest byte
 * is the first character. The length of a number only decides how far a word is shifted, so no
 * branch can be mispredicted. That takes more steps than {@link Vlq}, and pays only where lengths
 * are random.
 *
 * <p>A number is cut out of its word by setting all bits above it. A byte with all bits set adds
 * nothing. So the same tables serve numbers of any length, and the empty number is zero.
 */
final class VlqWord {

  /** Stands for a word that was not loaded; not ASCII. */
  static final long NONE = -1;

  private static final long COMMAS = EightBytes.all(',');
  private static final long SEMICOLONS = EightBytes.all(';');

  /** Adding this word sets the high bit of each byte from {@code A} on. */
  private static final long FROM_FIRST_END = EightBytes.all(0x80 - 'A');

  /** Adding this word sets the high bit of each byte after {@code f}, the last digit that ends. */
  private static final long FROM_CONTINUED = EightBytes.all(0x80 - 'g');

  private static final int FILLER = 0xFF;

  /** The value bits of each character as the first of a number; negative if not allowed there. */
  private static final int[] FIRST = place(0, 'B');

  // Like FIRST, for the second to fourth character.
  private static final int[] SECOND = place(5, 'A');
  private static final int[] THIRD = place(10, 'A');
  private static final int[] FOURTH = place(15, 'A');

  private VlqWord() {}

  /**
   * Makes a table. The first table refuses {@code B}, which is minus zero. The others refuse {@code
   * A}, which would add nothing after other characters.
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

  /** Returns the high bit of each byte that ends a number, {@code A} to {@code f}. */
  static long ends(long word) {
    return (word + FROM_FIRST_END) & ~(word + FROM_CONTINUED) & EightBytes.HIGH_BITS;
  }

  /**
   * Marks each byte that is a comma or a semicolon. The first mark is always right; later ones may
   * be wrong.
   */
  static long separators(long word) {
    return EightBytes.equal(word, COMMAS) | EightBytes.equal(word, SEMICOLONS);
  }

  /**
   * Returns the value bits of the number in the lowest bits of a word, 0 to 16 bits. Negative if a
   * character must not be there.
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

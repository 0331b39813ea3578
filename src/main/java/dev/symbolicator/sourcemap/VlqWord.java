package dev.symbolicator.sourcemap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers as {@link Vlq} knows them, out of eight characters that were loaded as one word: the
 * first character is the lowest byte. How long a number is decides nothing here but how far a word
 * is shifted, so no branch can be mispredicted. That takes more steps than {@link Vlq} and only
 * pays where lengths are random.
 *
 * <p>A number is cut out of its word by setting all bits above it. A byte with all bits set adds
 * nothing, so the same look-ups serve numbers of any length, and the empty one is zero.
 */
final class VlqWord {

  /** Stands for a word that was not loaded; not ASCII. */
  static final long NONE = -1;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = ONES << 7;
  private static final long COMMAS = ONES * ',';
  private static final long SEMICOLONS = ONES * ';';

  /** Adding it sets the high bit from {@code A} on. */
  private static final long FROM_FIRST_END = ONES * (0x80 - 'A');

  /** Adding it sets the high bit behind {@code f}, the character of the last digit that ends. */
  private static final long FROM_CONTINUED = ONES * (0x80 - 'g');

  private static final int FILLER = 0xFF;

  /** What a character adds as the first, second, third or fourth one; below zero if it must not. */
  private static final int[] FIRST = place(0, 'B');

  private static final int[] SECOND = place(5, 'A');
  private static final int[] THIRD = place(10, 'A');
  private static final int[] FOURTH = place(15, 'A');

  private VlqWord() {}

  /**
   * The other tables refuse {@code A}, which would add nothing behind other characters, and the
   * first one {@code B}, which is minus zero.
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

  /** The eight characters at an offset. */
  static long load(byte[] text, int offset) {
    return (long) WORDS.get(text, offset);
  }

  /** Whether all bytes are ASCII; all that follows takes no others. */
  static boolean isAscii(long word) {
    return (word & HIGH_BITS) == 0;
  }

  /** The high bit of each byte that ends a number, {@code A} to {@code f}. */
  static long ends(long word) {
    return (word + FROM_FIRST_END) & ~(word + FROM_CONTINUED) & HIGH_BITS;
  }

  /**
   * The high bit of each byte that is a comma or a semicolon. The lowest one is right; those above
   * it may be none, because the subtractions borrow.
   */
  static long separators(long word) {
    long commas = word ^ COMMAS;
    long semicolons = word ^ SEMICOLONS;
    return (((commas - ONES) & ~commas) | ((semicolons - ONES) & ~semicolons)) & HIGH_BITS;
  }

  /**
   * The value bits of the number that takes the lowest bits of a word, 0 to 16 of them; below zero
   * where a character does not belong there.
   */
  static int upToTwo(long word, int bits) {
    long number = word | (-1L << bits);
    return FIRST[(int) number & 0xFF] | SECOND[(int) (number >>> 8) & 0xFF];
  }

  /** The same for 0 to 32 bits. */
  static int upToFour(long word, int bits) {
    long number = word | (-1L << bits);
    return FIRST[(int) number & 0xFF]
        | SECOND[(int) (number >>> 8) & 0xFF]
        | THIRD[(int) (number >>> 16) & 0xFF]
        | FOURTH[(int) (number >>> 24) & 0xFF];
  }
}

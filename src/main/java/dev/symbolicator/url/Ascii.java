package dev.symbolicator.url;

/**
 * Character classes of ASCII; unlike those of {@link Character}, which take the digits and letters
 * of every script.
 */
final class Ascii {
  private Ascii() {}

  static boolean isLetter(int c) {
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  static boolean isAlphanumeric(int c) {
    return isLetter(c) || isDigit(c);
  }

  /** The value of a digit in the radix, or -1. */
  static int digit(int c, int radix) {
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }
}

package dev.symbolicator.url;

/**
 * Tells which class an ASCII character belongs to. The methods of {@link Character} would also
 * accept digits and letters of other scripts.
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

  /** Returns the value of a digit in the radix; -1 if the character is no such digit. */
  static int digit(int c, int radix) {
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }
}

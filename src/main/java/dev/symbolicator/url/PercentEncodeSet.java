package dev.symbolicator.url;

/**
 * The percent-encode sets of the URL Standard, section 1.3. Every set holds the C0 controls, U+007F
 * and all code points beyond ASCII.
 */
enum PercentEncodeSet {
  C0_CONTROL(""),
  FRAGMENT(" \"<>`"),
  QUERY(" \"#<>"),
  SPECIAL_QUERY(" \"#<>'"),
  PATH(" \"#<>?^`{}"),
  USERINFO(" \"#<>?^`{}/:;=@[\\]|");

  /** Bit n stands for the code point n. */
  private final long lowerHalf;

  /** Bit n stands for the code point 0x40 + n. */
  private final long upperHalf;

  PercentEncodeSet(String printable) {
    lowerHalf = printable.chars().filter(c -> c < 0x40).mapToLong(c -> 1L << c).sum();
    upperHalf = printable.chars().filter(c -> c >= 0x40).mapToLong(c -> 1L << (c - 0x40)).sum();
  }

  boolean contains(char c) {
    if (c < ' ' || c >= 0x7f) {
      return true;
    }
    long half = c < 0x40 ? lowerHalf : upperHalf;
    return ((half >> (c & 0x3f)) & 1) != 0;
  }
}

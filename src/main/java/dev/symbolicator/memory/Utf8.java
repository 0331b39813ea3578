package dev.symbolicator.memory;

import java.nio.charset.StandardCharsets;

/** Decodes UTF-8, and charges an {@link Allowance} meanwhile. */
public final class Utf8 {
  /**
   * Most heap bytes for decoding each byte of a text that is not all ASCII. The JDK begins with one
   * byte for each character and goes on with two if one is too few. When the number of characters
   * is known, the JDK copies them.
   */
  private static final int MOST_BYTES = 4;

  private Utf8() {}

  /**
   * Decodes UTF-8. Invalid bytes become U+FFFD.
   *
   * @param allowance charged during decoding; the returned text is not charged
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public static String decode(byte[] bytes, Allowance allowance) {
    try (Allowance decoding = allowance.part()) {
      decoding.take((isAscii(bytes) ? 1L : MOST_BYTES) * bytes.length);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static boolean isAscii(byte[] bytes) {
    int all = 0;
    for (byte b : bytes) {
      all |= b;
    }
    return all >= 0;
  }
}

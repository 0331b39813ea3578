package dev.symbolicator.memory;

import java.nio.charset.StandardCharsets;

/** Decodes texts in memory that is allowed. */
public final class Utf8 {
  /**
   * What decoding a byte takes at most where not all are ASCII: the JDK begins with a byte for each
   * character, goes on with two where that does not do, and copies them when their number is known.
   */
  private static final int MOST_BYTES = 4;

  private Utf8() {}

  /**
   * Decodes UTF-8; bytes that are none become U+FFFD.
   *
   * @param allowance for decoding; what the text itself takes is not asked for
   * @throws Allowance.Exceeded where that is not enough
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

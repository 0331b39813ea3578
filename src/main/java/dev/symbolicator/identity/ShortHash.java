package dev.symbolicator.identity;

import dev.symbolicator.memory.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Makes 64-bit hashes: the first eight bytes of SHA-256, big-endian, so that 16 hexadecimal digits
 * are the hash's own first ones. At a million functions the chance of any two equal ones is 3 in
 * 100 million. Not thread-safe.
 */
public final class ShortHash {
  private final MessageDigest digest = Sha256.digest();

  /** Hashes a text in UTF-8, with U+FFFD for lone surrogates. */
  public long of(String text) {
    digest.update(utf8(text));
    return finish();
  }

  /** Hashes a text behind others, which must not end within a character. */
  long of(byte[] before, String text) {
    digest.update(before);
    return of(text);
  }

  /** Hashes what was added. */
  long finish() {
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  void add(byte[] bytes, int from, int to) {
    digest.update(bytes, from, to - from);
  }

  /** Returns 16 hexadecimal digits. */
  public static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  /** Java alone would write a question mark for a lone surrogate. */
  static byte[] utf8(String text) {
    return wellFormed(text).getBytes(StandardCharsets.UTF_8);
  }

  private static String wellFormed(String text) {
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      replaced = replaced == null ? new StringBuilder(text) : replaced;
      replaced.setCharAt(i, '\ufffd');
    }
    return replaced == null ? text : replaced.toString();
  }
}

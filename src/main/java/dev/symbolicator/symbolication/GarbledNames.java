package dev.symbolicator.symbolication;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Repairs function names as Chromium emits them: a name beyond ASCII arrives as its UTF-8 bytes
 * read as Latin-1, {@code größer} as {@code grÃ¶Ã\u009fer}.
 */
final class GarbledNames {
  private GarbledNames() {}

  /**
   * Returns the intended name. A name is repaired if every character is below U+0100, at least one
   * is beyond ASCII, and all together are well-formed UTF-8.
   */
  static String repair(String name) {
    boolean ascii = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c > 0xFF) {
        return name;
      }
      ascii &= c < 0x80;
    }
    if (ascii) {
      return name;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(name.getBytes(StandardCharsets.ISO_8859_1));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException notGarbled) {
      return name;
    }
  }
}

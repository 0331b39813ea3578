package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the contents of JSON strings in UTF-8 whose characters are all below U+0100, eight bytes
 * at a time. Most texts of sources are such strings. Java holds each of their characters in a byte.
 */
final class NarrowStrings {
  private static final long ALL_BACKSLASHES = EightBytes.all('\\');

  private static final byte LEAD_OF_0080 = (byte) 0xC2;
  private static final byte LEAD_OF_00C0 = (byte) 0xC3;
  private static final byte FIRST_LEAD = (byte) 0xC0;

  private NarrowStrings() {}

  /** Tells whether all decoded characters are certainly below U+0100. */
  static boolean isNarrow(byte[] bytes, int start, int end) {
    int i = plainEnd(bytes, start, end);
    while (i < end) {
      if (character(bytes, i, end) < 0) {
        return false;
      }
      i = plainEnd(bytes, i + 2, end);
    }
    return true;
  }

  /** Returns the decoded content; null if a character may be U+0100 or above. */
  static @Nullable String decode(byte[] bytes, int start, int end) {
    byte[] latin1 = new byte[end - start];
    int size = 0;
    int i = start;
    while (i < end) {
      for (; i <= end - Long.BYTES; i += Long.BYTES, size += Long.BYTES) {
        long word = EightBytes.at(bytes, i);
        EightBytes.put(latin1, size, word);
        long marks = marks(word);
        if (marks != 0) {
          i += EightBytes.first(marks);
          size += EightBytes.first(marks);
          break;
        }
      }
      for (; i < end && isPlain(bytes[i]); i++) {
        latin1[size++] = bytes[i];
      }
      if (i < end) {
        int character = character(bytes, i, end);
        if (character < 0) {
          return null;
        }
        latin1[size++] = (byte) character;
        i += 2;
      }
    }
    return new String(latin1, 0, size, StandardCharsets.ISO_8859_1);
  }

  /** Returns the offset of the first byte that is not ASCII or begins an escape. */
  static int plainEnd(byte[] bytes, int start, int end) {
    int i = start;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long marks = marks(EightBytes.at(bytes, i));
      if (marks != 0) {
        return i + EightBytes.first(marks);
      }
    }
    while (i < end && isPlain(bytes[i])) {
      i++;
    }
    return i;
  }

  /**
   * Returns the character that the two bytes at {@code i} stand for, an escape or a sequence; -1 if
   * they stand for another one or for none.
   */
  private static int character(byte[] bytes, int i, int end) {
    byte lead = bytes[i];
    if (lead == '\\') {
      return JsonStrings.escapeLength(bytes, i, end) == 2 ? JsonStrings.escaped(bytes, i) : -1;
    }
    boolean isNarrow =
        (lead == LEAD_OF_0080 || lead == LEAD_OF_00C0) && i + 1 < end && bytes[i + 1] < FIRST_LEAD;
    return isNarrow ? ((lead & 3) << 6) | (bytes[i + 1] & 0x3F) : -1;
  }

  private static boolean isPlain(byte b) {
    return b >= 0 && b != '\\';
  }

  /**
   * Marks the bytes that are not plain. The first mark is always right; later ones may be wrong.
   */
  private static long marks(long word) {
    return EightBytes.equal(word, ALL_BACKSLASHES) | (word & EightBytes.HIGH_BITS);
  }
}

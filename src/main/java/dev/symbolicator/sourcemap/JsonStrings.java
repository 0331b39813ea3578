package dev.symbolicator.sourcemap;

import java.nio.charset.StandardCharsets;

/**
 * Checks and decodes the contents of JSON strings in UTF-8. Decoding never fails: the backslash of
 * an invalid escape becomes U+FFFD. So does each ill-formed byte sequence, cut as the Encoding
 * Standard's UTF-8 decoder cuts it.
 */
final class JsonStrings {

  private static final char REPLACEMENT = '\uFFFD';

  /** The second characters of escapes of two characters. */
  private static final String SIMPLE_ESCAPES = "\"\\/bfnrt";

  /** The memory of the objects, without their characters. */
  private static final int OBJECTS_BYTES = 100;

  private JsonStrings() {}

  /** Returns the offset of the first invalid escape or control character; -1 if there is none. */
  static int firstInvalid(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (b >= 0 && b < ' ') {
        return i;
      }
      if (b == '\\') {
        int length = escapeLength(bytes, i, end);
        if (length == 0) {
          return i;
        }
        i += length - 1;
      }
    }
    return -1;
  }

  /** Decodes content; lone surrogates stay as they are. */
  static String decode(byte[] bytes, int start, int end) {
    if (NarrowStrings.plainEnd(bytes, start, end) == end) {
      return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
    String narrow = NarrowStrings.decode(bytes, start, end);
    return narrow != null ? narrow : decodeWide(bytes, start, end);
  }

  private static String decodeWide(byte[] bytes, int start, int end) {
    StringBuilder text = new StringBuilder(end - start);
    int i = start;
    while (i < end) {
      int plainEnd = NarrowStrings.plainEnd(bytes, i, end);
      if (plainEnd > i) {
        text.append(new String(bytes, i, plainEnd - i, StandardCharsets.ISO_8859_1));
        i = plainEnd;
      } else if (bytes[i] == '\\') {
        int length = escapeLength(bytes, i, end);
        text.append(length == 0 ? REPLACEMENT : escaped(bytes, i));
        i += Math.max(length, 1);
      } else {
        i = appendMultiByte(bytes, i, end, text);
      }
    }
    return text.toString();
  }

  /** Returns an upper bound of the bytes that {@link #decode} takes, with the string it makes. */
  static long decodingBytes(byte[] bytes, int start, int end) {
    return (NarrowStrings.isNarrow(bytes, start, end) ? 2L : 4L) * (end - start) + OBJECTS_BYTES;
  }

  /** Returns the length in bytes of the escape that begins at {@code i}; 0 if it is invalid. */
  static int escapeLength(byte[] bytes, int i, int end) {
    if (i + 1 >= end) {
      return 0;
    }
    if (bytes[i + 1] != 'u') {
      return SIMPLE_ESCAPES.indexOf(bytes[i + 1]) >= 0 ? 2 : 0;
    }
    if (i + 6 > end) {
      return 0;
    }
    for (int digit = i + 2; digit < i + 6; digit++) {
      if (bytes[digit] < 0 || Character.digit(bytes[digit], 16) < 0) {
        return 0;
      }
    }
    return 6;
  }

  /** Returns the UTF-16 unit that the valid escape at {@code i} stands for. */
  static char escaped(byte[] bytes, int i) {
    return switch (bytes[i + 1]) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int unit = 0;
        for (int digit = i + 2; digit < i + 6; digit++) {
          unit = (unit << 4) | Character.digit(bytes[digit], 16);
        }
        yield (char) unit;
      }
      default -> (char) bytes[i + 1];
    };
  }

  /** Appends the sequence that begins at {@code i}, and returns the offset of the next one. */
  private static int appendMultiByte(byte[] bytes, int i, int end, StringBuilder text) {
    int lead = bytes[i] & 0xFF;
    int following;
    int codePoint;
    if (lead >= 0xC2 && lead <= 0xDF) {
      following = 1;
      codePoint = lead & 0x1F;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      following = 2;
      codePoint = lead & 0x0F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      following = 3;
      codePoint = lead & 0x07;
    } else {
      text.append(REPLACEMENT);
      return i + 1;
    }
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    int next = i + 1;
    for (int left = following; left > 0; left--) {
      int b = next < end ? bytes[next] & 0xFF : -1;
      if (b < lowest || b > highest) {
        text.append(REPLACEMENT);
        return next;
      }
      codePoint = (codePoint << 6) | (b & 0x3F);
      lowest = 0x80;
      highest = 0xBF;
      next++;
    }
    text.appendCodePoint(codePoint);
    return next;
  }
}

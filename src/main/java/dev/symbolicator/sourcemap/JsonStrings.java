package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

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

  /**
   * Decodes the contents of JSON strings in UTF-8 whose characters are all below U+0100, eight
   * bytes at a time. Most texts of sources are such strings. Java holds each of their characters in
   * a byte.
   */
  static final class NarrowStrings {
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
     * Returns the character that the two bytes at {@code i} stand for, an escape or a sequence; -1
     * if they stand for another one or for none.
     */
    private static int character(byte[] bytes, int i, int end) {
      byte lead = bytes[i];
      if (lead == '\\') {
        return JsonStrings.escapeLength(bytes, i, end) == 2 ? JsonStrings.escaped(bytes, i) : -1;
      }
      boolean isNarrow =
          (lead == LEAD_OF_0080 || lead == LEAD_OF_00C0)
              && i + 1 < end
              && bytes[i + 1] < FIRST_LEAD;
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

  /**
   * Finds where JSON strings end, 32 bytes at a time. A string ends at the first quote that has an
   * even number of backslashes before it.
   *
   * <p>Only quotes are searched for; the backslashes before each quote are counted backwards. Both
   * are rare in the long strings that make up nearly all of a map ({@code mappings}, the texts of
   * sources). So the search reads 5 to 10 GB a second; byte by byte it would read 1 GB. Every
   * backslash is counted once, so no hostile text makes the search slow.
   */
  static final class Quotes {

    private static final long ALL_QUOTES = EightBytes.all('"');
    private static final long ALL_BACKSLASHES = EightBytes.all('\\');
    private static final long ALL_BLANKS = EightBytes.all(' ');

    private Quotes() {}

    /**
     * Returns the offset of the quote that ends a string; -1 if there is none.
     *
     * @param content offset of the string's content
     */
    static int closing(byte[] bytes, int content) {
      int quote = content - 1;
      do {
        quote = next(bytes, quote + 1);
      } while (quote >= 0 && isEscaped(bytes, content, quote));
      return quote;
    }

    /**
     * Returns the offset of the first quote, backslash or control character at or after an offset;
     * the length of the array if there is none. Up to there, the content of a string needs no
     * decoding. Meant for short strings, whose quote is hardly ever more than two words away.
     */
    static int plainEnd(byte[] bytes, int from) {
      int at = from;
      for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
        long word = EightBytes.at(bytes, at);
        long controls = (word - ALL_BLANKS) & ~word & EightBytes.HIGH_BITS;
        long marks = quotes(bytes, at) | EightBytes.equal(word, ALL_BACKSLASHES) | controls;
        if (marks != 0) {
          return at + EightBytes.first(marks);
        }
      }
      while (at < bytes.length
          && bytes[at] != '"'
          && bytes[at] != '\\'
          && (bytes[at] & 0xE0) != 0) {
        at++;
      }
      return at;
    }

    private static boolean isEscaped(byte[] bytes, int content, int quote) {
      int first = quote;
      while (first > content && bytes[first - 1] == '\\') {
        first--;
      }
      return ((quote - first) & 1) == 1;
    }

    /** Returns the offset of the first quote at or after an offset; -1 if there is none. */
    private static int next(byte[] bytes, int from) {
      int at = from;
      for (; at <= bytes.length - 4 * Long.BYTES; at += 4 * Long.BYTES) {
        long first = quotes(bytes, at);
        long second = quotes(bytes, at + Long.BYTES);
        long third = quotes(bytes, at + 2 * Long.BYTES);
        long fourth = quotes(bytes, at + 3 * Long.BYTES);
        if ((first | second | third | fourth) != 0) {
          if (first != 0) {
            return at + EightBytes.first(first);
          }
          if (second != 0) {
            return at + Long.BYTES + EightBytes.first(second);
          }
          return third != 0
              ? at + 2 * Long.BYTES + EightBytes.first(third)
              : at + 3 * Long.BYTES + EightBytes.first(fourth);
        }
      }
      for (; at < bytes.length; at++) {
        if (bytes[at] == '"') {
          return at;
        }
      }
      return -1;
    }

    private static long quotes(byte[] bytes, int offset) {
      return EightBytes.equal(EightBytes.at(bytes, offset), ALL_QUOTES);
    }
  }
}

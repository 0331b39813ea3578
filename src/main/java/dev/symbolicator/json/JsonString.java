package dev.symbolicator.json;

import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The content of a JSON string in UTF-8, between its quotes (RFC 8259, section 7). Decoding never
 * fails: the backslash of an invalid escape becomes U+FFFD, and so does each ill-formed sequence,
 * cut as the Encoding Standard cuts it. A lone surrogate that was written as an escape is kept.
 */
public final class JsonString {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private static final char REPLACEMENT = '\uFFFD';

  private static final long QUOTES = EightBytes.all('"');
  private static final long BACKSLASHES = EightBytes.all('\\');

  /** The memory of the objects of a string, without their characters. */
  private static final int OBJECTS_BYTES = 100;

  private static final byte LEAD_OF_0080 = (byte) 0xC2;
  private static final byte LEAD_OF_00C0 = (byte) 0xC3;
  private static final byte FIRST_LEAD = (byte) 0xC0;

  private JsonString() {}

  /**
   * Returns the offset of the quote that ends a string; -1 if there is none. A string ends at the
   * first quote that has an even number of backslashes before it. A look at one word finds that of
   * most short strings. In long ones only quotes are searched for, 32 bytes at a time, and the
   * backslashes before each are counted backwards: both are rare in the strings that make up nearly
   * all of a source map. Every backslash is counted once, so no hostile text makes the search slow.
   *
   * @param content the offset behind the opening quote
   */
  public static int closing(byte[] bytes, int content, int end) {
    if (content <= end - Long.BYTES) {
      int first = EightBytes.first(JsonBytes.special(EightBytes.at(bytes, content)));
      if (first < Long.BYTES && bytes[content + first] == '"') {
        return content + first;
      }
    }
    int quote = content - 1;
    do {
      quote = nextQuote(bytes, quote + 1, end);
    } while (quote >= 0 && isEscaped(bytes, content, quote));
    return quote;
  }

  private static boolean isEscaped(byte[] bytes, int content, int quote) {
    int first = quote;
    while (first > content && bytes[first - 1] == '\\') {
      first--;
    }
    return ((quote - first) & 1) == 1;
  }

  private static int nextQuote(byte[] bytes, int from, int end) {
    int at = from;
    while (at <= end - 4 * Long.BYTES
        && (quotes(bytes, at)
                | quotes(bytes, at + Long.BYTES)
                | quotes(bytes, at + 2 * Long.BYTES)
                | quotes(bytes, at + 3 * Long.BYTES))
            == 0) {
      at += 4 * Long.BYTES;
    }
    int quote = EightBytes.indexOf((byte) '"', bytes, at, end);
    return quote < end ? quote : -1;
  }

  private static long quotes(byte[] bytes, int offset) {
    return EightBytes.equal(EightBytes.at(bytes, offset), QUOTES);
  }

  /** Decodes a content. */
  public static String decode(byte[] bytes, int start, int end) {
    if (plainEnd(bytes, start, end) == end) {
      return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
    String narrow = decodeNarrow(bytes, start, end);
    return narrow != null ? narrow : decodeWide(bytes, start, end);
  }

  /**
   * Decodes a content whose characters are all below U+0100, as in most texts of sources, eight
   * bytes at a time; returns null for another one. Java holds each of the characters in a byte.
   */
  private static @Nullable String decodeNarrow(byte[] bytes, int start, int end) {
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
        int character = narrow(bytes, i, end);
        if (character < 0) {
          return null;
        }
        latin1[size++] = (byte) character;
        i += 2;
      }
    }
    return new String(latin1, 0, size, StandardCharsets.ISO_8859_1);
  }

  private static String decodeWide(byte[] bytes, int start, int end) {
    StringBuilder text = new StringBuilder();
    int i = start;
    while (i < end) {
      int run = wellFormedEnd(bytes, i, end);
      text.append(new String(bytes, i, run - i, StandardCharsets.UTF_8));
      i = run;
      if (i < end && bytes[i] == '\\') {
        int length = escapeLength(bytes, i, end);
        text.append(length == 0 ? REPLACEMENT : escaped(bytes, i));
        i += Math.max(length, 1);
      } else if (i < end) {
        text.append(REPLACEMENT);
        i += malformedLength(bytes, i, end);
      }
    }
    return text.toString();
  }

  /** Returns the offset of the first backslash or malformed sequence. */
  private static int wellFormedEnd(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && bytes[i] != '\\') {
      int length = bytes[i] >= 0 ? 1 : sequenceLength(bytes, i, end);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return i;
  }

  /** Returns how many bytes of a malformed sequence could begin a sequence; 1 if none could. */
  private static int malformedLength(byte[] bytes, int at, int end) {
    for (int length = Math.min(3, end - at); length > 1; length--) {
      byte[] completed = {-128, -128, -128, -128};
      System.arraycopy(bytes, at, completed, 0, length);
      if (sequenceLength(completed, 0, completed.length) > length) {
        return length;
      }
    }
    return 1;
  }

  /** Returns an upper bound of the bytes that {@link #decode} takes, with the string it makes. */
  public static long decodingBytes(byte[] bytes, int start, int end) {
    return (isNarrow(bytes, start, end) ? 2L : 4L) * (end - start) + OBJECTS_BYTES;
  }

  private static boolean isNarrow(byte[] bytes, int start, int end) {
    int i = plainEnd(bytes, start, end);
    while (i < end) {
      if (narrow(bytes, i, end) < 0) {
        return false;
      }
      i = plainEnd(bytes, i + 2, end);
    }
    return true;
  }

  /** Returns the number of UTF-16 units of a content that was checked. */
  static int units(byte[] bytes, int start, int end) {
    int units = 0;
    int i = start;
    while (i < end) {
      byte here = bytes[i];
      if (here == '\\') {
        i += bytes[i + 1] == 'u' ? 6 : 2;
        units++;
      } else {
        boolean isContinuation = (here & 0xC0) == 0x80;
        boolean isPair = (here & 0xF8) == 0xF0;
        units += isContinuation ? 0 : isPair ? 2 : 1;
        i++;
      }
    }
    return units;
  }

  /** Tells whether a letter behind a backslash means a character without digits. */
  public static boolean isEscape(byte letter) {
    return ESCAPES.indexOf(letter) >= 0;
  }

  /** Returns the length in bytes of the escape at an offset; 0 if the escape is invalid. */
  public static int escapeLength(byte[] bytes, int i, int end) {
    if (i + 1 >= end) {
      return 0;
    }
    if (bytes[i + 1] != 'u') {
      return isEscape(bytes[i + 1]) ? 2 : 0;
    }
    if (i + 6 > end) {
      return 0;
    }
    for (int digit = i + 2; digit < i + 6; digit++) {
      if (Character.digit(bytes[digit], 16) < 0) {
        return 0;
      }
    }
    return 6;
  }

  /** Returns the UTF-16 unit that the valid escape at an offset means. */
  public static char escaped(byte[] bytes, int i) {
    if (bytes[i + 1] != 'u') {
      return ESCAPED.charAt(ESCAPES.indexOf(bytes[i + 1]));
    }
    int unit = 0;
    for (int digit = i + 2; digit < i + 6; digit++) {
      unit = unit << 4 | Character.digit(bytes[digit], 16);
    }
    return (char) unit;
  }

  /**
   * Returns the character that the two bytes at an offset mean, an escape or a sequence; -1 if they
   * mean another one or none.
   */
  private static int narrow(byte[] bytes, int i, int end) {
    byte lead = bytes[i];
    if (lead == '\\') {
      return escapeLength(bytes, i, end) == 2 ? escaped(bytes, i) : -1;
    }
    boolean isNarrow =
        (lead == LEAD_OF_0080 || lead == LEAD_OF_00C0) && i + 1 < end && bytes[i + 1] < FIRST_LEAD;
    return isNarrow ? ((lead & 3) << 6) | (bytes[i + 1] & 0x3F) : -1;
  }

  /** Returns the offset of the first byte that is not ASCII or begins an escape. */
  private static int plainEnd(byte[] bytes, int start, int end) {
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

  private static boolean isPlain(byte b) {
    return b >= 0 && b != '\\';
  }

  /** Marks the bytes that are not plain. The first mark is right; later ones may be wrong. */
  private static long marks(long word) {
    return EightBytes.equal(word, BACKSLASHES) | (word & EightBytes.HIGH_BITS);
  }

  /** Returns the offset of the first byte that is not ASCII. */
  static int asciiEnd(byte[] bytes, int start, int end) {
    int i = start;
    while (i <= end - Long.BYTES && (EightBytes.at(bytes, i) & EightBytes.HIGH_BITS) == 0) {
      i += Long.BYTES;
    }
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /**
   * Returns the length of a sequence of several bytes of UTF-8; 0 if the sequence is malformed or
   * cut off. Only the second byte's range depends on the first byte (RFC 3629, section 4).
   *
   * @param at the index of the first byte, which is not ASCII
   */
  public static int sequenceLength(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (at + length > end) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** Writes a string like {@code JSON.stringify}: lone surrogates are escaped. */
  public static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        default -> {
          if (c < ' ' || (Character.isSurrogate(c) && !isPaired(value, i))) {
            quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  private static boolean isPaired(String value, int i) {
    char c = value.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
  }

  /** Remembers short texts, which recur, so that not each one becomes a new string. */
  static final class Names {
    private static final int SLOTS = 1 << 7;
    private static final int MAX_LENGTH = 32;

    private final byte[][] spellings = new byte[SLOTS][];
    private final @Nullable String[] texts = new String[SLOTS];

    /** Returns a text of ASCII characters without escapes; null for one to be read otherwise. */
    @Nullable String of(byte[] bytes, int from, int to) {
      int length = to - from;
      if (length == 0 || length > MAX_LENGTH) {
        return null;
      }
      // Few bytes tell known names apart, and a slot for two names costs a new string only.
      int hash = 37 * bytes[from] + 11 * bytes[from + length / 2] + 5 * bytes[to - 1] + length;
      int slot = hash & SLOTS - 1;
      byte[] spelling = spellings[slot];
      if (spelling != null && Arrays.equals(bytes, from, to, spelling, 0, spelling.length)) {
        return texts[slot];
      }
      for (int i = from; i < to; i++) {
        if (bytes[i] < 0 || bytes[i] == '\\') {
          return null;
        }
      }
      spellings[slot] = Arrays.copyOfRange(bytes, from, to);
      texts[slot] = new String(bytes, from, length, StandardCharsets.US_ASCII);
      return texts[slot];
    }
  }
}

package dev.symbolicator.url;

import dev.symbolicator.url.UrlParser.UrlInput.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Percent-encodes and -decodes texts as UTF-8 (URL Standard, section 1.3), without lone surrogates.
 */
final class PercentCoding {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private PercentCoding() {}

  /** Encodes the characters of the set; returns the same instance if the text has none. */
  static String encode(String text, PercentEncodeSet set) {
    for (int i = 0; i < text.length(); i++) {
      if (set.contains(text.charAt(i))) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        encode(text, 0, text.length(), set, out);
        return out.toString();
      }
    }
    return text;
  }

  static void encode(String text, int from, int to, PercentEncodeSet set, StringBuilder out) {
    int i = from;
    while (i < to) {
      char c = text.charAt(i);
      if (!set.contains(c)) {
        out.append(c);
        i++;
      } else if (c < 0x80) {
        appendEncoded(c, out);
        i++;
      } else {
        int codePoint = text.codePointAt(i);
        appendUtf8Encoded(codePoint, out);
        i += Character.charCount(codePoint);
      }
    }
  }

  private static void appendUtf8Encoded(int codePoint, StringBuilder out) {
    if (codePoint < 0x800) {
      appendEncoded(0xc0 | (codePoint >> 6), out);
    } else {
      if (codePoint < 0x10000) {
        appendEncoded(0xe0 | (codePoint >> 12), out);
      } else {
        appendEncoded(0xf0 | (codePoint >> 18), out);
        appendEncoded(0x80 | ((codePoint >> 12) & 0x3f), out);
      }
      appendEncoded(0x80 | ((codePoint >> 6) & 0x3f), out);
    }
    appendEncoded(0x80 | (codePoint & 0x3f), out);
  }

  private static void appendEncoded(int unsignedByte, StringBuilder out) {
    out.append('%').append(HEX[unsignedByte >> 4]).append(HEX[unsignedByte & 0xf]);
  }

  /** Decodes to bytes. A {@code %} without two hexadecimal digits after it stands for itself. */
  static byte[] decode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      if (b == '%' && i + 2 < bytes.length) {
        int high = Ascii.digit(bytes[i + 1] & 0xff, 16);
        int low = Ascii.digit(bytes[i + 2] & 0xff, 16);
        if (high >= 0 && low >= 0) {
          b = (byte) ((high << 4) | low);
          i += 2;
        }
      }
      bytes[length++] = b;
    }
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /**
   * The percent-encode sets of the URL Standard, section 1.3, each with the C0 controls, U+007F and
   * all beyond ASCII.
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
}

package dev.symbolicator.url;

import dev.symbolicator.url.UrlInput.Ascii;
import org.jspecify.annotations.Nullable;

/**
 * Reads IPv6 addresses without brackets (URL Standard, section 3.5), and writes them as RFC 5952,
 * section 4, demands.
 */
final class Ipv6 {
  private static final int PIECES = 8;

  private final String text;
  private int position;

  private Ipv6(String text) {
    this.text = text;
  }

  /**
   * Returns the sixteen bytes of the address in network order; null for a failure. A zone id is a
   * failure.
   */
  static byte @Nullable [] parse(String text) {
    return new Ipv6(text).parse();
  }

  private byte @Nullable [] parse() {
    int[] pieces = new int[PIECES];
    int count = 0;
    int compress = -1;
    if (text.startsWith(":")) {
      if (!text.startsWith("::")) {
        return null;
      }
      position = 2;
      compress = 0;
    }
    while (position < text.length()) {
      if (count == PIECES) {
        return null;
      }
      if (text.charAt(position) == ':') {
        if (compress >= 0) {
          return null;
        }
        position++;
        compress = count;
        continue;
      }
      int start = position;
      int piece = piece();
      if (position < text.length() && text.charAt(position) == '.') {
        position = start;
        long embedded = count > PIECES - 2 ? -1 : embeddedIpv4();
        if (embedded < 0) {
          return null;
        }
        pieces[count++] = (int) (embedded >> 16);
        pieces[count++] = (int) (embedded & 0xffff);
        break;
      }
      if (position == start || !separatorOrEnd()) {
        return null;
      }
      pieces[count++] = piece;
    }
    boolean complete = compress < 0 ? count == PIECES : count < PIECES;
    return complete ? bytes(pieces, count, compress) : null;
  }

  /** Consumes up to four hexadecimal digits. */
  private int piece() {
    int value = 0;
    for (int digits = 0; digits < 4 && position < text.length(); digits++) {
      int digit = Ascii.digit(text.charAt(position), 16);
      if (digit < 0) {
        break;
      }
      value = (value << 4) | digit;
      position++;
    }
    return value;
  }

  /** Consumes a colon that is not the last character; true also at the end of the text. */
  private boolean separatorOrEnd() {
    if (position == text.length()) {
      return true;
    }
    return text.charAt(position++) == ':' && position < text.length();
  }

  /**
   * Consumes four decimal numbers without leading zeros, up to the end of the text; -1 for any
   * other text.
   */
  private long embeddedIpv4() {
    long address = 0;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (position == text.length() || text.charAt(position++) != '.')) {
        return -1;
      }
      int start = position;
      int value = 0;
      while (position < text.length() && position - start < 4) {
        int digit = Ascii.digit(text.charAt(position), 10);
        if (digit < 0) {
          break;
        }
        value = value * 10 + digit;
        position++;
      }
      int digits = position - start;
      if (digits == 0 || value > 255 || (digits > 1 && text.charAt(start) == '0')) {
        return -1;
      }
      address = (address << 8) | value;
    }
    return position == text.length() ? address : -1;
  }

  private static byte[] bytes(int[] pieces, int count, int compress) {
    byte[] address = new byte[2 * PIECES];
    int zeros = PIECES - count;
    for (int i = 0; i < count; i++) {
      int target = compress >= 0 && i >= compress ? i + zeros : i;
      address[2 * target] = (byte) (pieces[i] >> 8);
      address[2 * target + 1] = (byte) pieces[i];
    }
    return address;
  }

  static String serialise(byte[] address) {
    int[] pieces = new int[PIECES];
    for (int i = 0; i < PIECES; i++) {
      pieces[i] = ((address[2 * i] & 0xff) << 8) | (address[2 * i + 1] & 0xff);
    }
    int compress = -1;
    int longest = 1;
    for (int i = 0; i < PIECES; i++) {
      int zeros = zerosFrom(pieces, i);
      if (zeros > longest) {
        compress = i;
        longest = zeros;
      }
    }
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < PIECES) {
      if (i == compress) {
        out.append("::");
        i += longest;
      } else {
        boolean afterColons = i == 0 || i == compress + longest;
        out.append(afterColons ? "" : ":").append(Integer.toHexString(pieces[i]));
        i++;
      }
    }
    return out.toString();
  }

  private static int zerosFrom(int[] pieces, int start) {
    int end = start;
    while (end < PIECES && pieces[end] == 0) {
      end++;
    }
    return end - start;
  }
}

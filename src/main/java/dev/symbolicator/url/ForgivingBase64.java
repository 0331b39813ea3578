package dev.symbolicator.url;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes base64 by the Infra Standard's forgiving-base64 decode, section 7: white space may stand
 * anywhere, and padding is optional.
 */
final class ForgivingBase64 {
  private static final byte INVALID = -1;
  private static final byte WHITE_SPACE = -2;
  private static final byte PADDING = -3;

  private static final byte[] VALUES = values();

  private ForgivingBase64() {}

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, INVALID);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      values[alphabet.charAt(i)] = (byte) i;
    }
    for (byte c : "\t\n\f\r ".getBytes(StandardCharsets.US_ASCII)) {
      values[c] = WHITE_SPACE;
    }
    values['='] = PADDING;
    return values;
  }

  /** Decodes the UTF-16 units from {@code from} to {@code to}; null for a failure. */
  static byte @Nullable [] decode(String text, int from, int to) {
    byte[] out = new byte[(int) (withoutPadding(text, from, to) * 6L / 8)];
    int length = 0;
    int digits = 0;
    int padding = 0;
    int bits = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      byte value = c < 128 ? VALUES[c] : INVALID;
      if (value >= 0 && padding == 0) {
        bits = (bits << 6) | value;
        if ((++digits & 3) == 0) {
          out[length++] = (byte) (bits >> 16);
          out[length++] = (byte) (bits >> 8);
          out[length++] = (byte) bits;
        }
      } else if (value == PADDING) {
        padding++;
      } else if (value != WHITE_SPACE) {
        return null;
      }
    }
    int rest = digits & 3;
    if (rest == 1 || padding > 2 || (padding > 0 && rest + padding != 4)) {
      return null;
    }
    if (rest == 2) {
      out[length++] = (byte) (bits >> 4);
    } else if (rest == 3) {
      out[length++] = (byte) (bits >> 10);
      out[length++] = (byte) (bits >> 2);
    }
    return length == out.length ? out : Arrays.copyOf(out, length);
  }

  /**
   * Returns the most digits that there can be. The number is exact without white space, so that the
   * result is not copied.
   */
  private static int withoutPadding(String text, int from, int to) {
    int end = to;
    while (end > from && end > to - 2 && text.charAt(end - 1) == '=') {
      end--;
    }
    return end - from;
  }
}

package dev.symbolicator.profile.json;

import java.util.Arrays;

/**
 * A JSON text within an array. All offsets count from the first byte of the array, so a text within
 * another format can be spliced in place.
 *
 * @param bytes not changed while the text is in use
 * @param start the offset of the text's first byte
 * @param end the offset behind the text's last byte
 */
public record JsonText(byte[] bytes, int start, int end) {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Returns all bytes of an array as a text. */
  public static JsonText of(byte[] bytes) {
    return new JsonText(bytes, 0, bytes.length);
  }

  boolean hasByteOrderMark() {
    return end - start >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            bytes, start, start + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }

  /** Returns the text without the byte order mark with which it begins. */
  JsonText behindByteOrderMark() {
    return new JsonText(bytes, start + BYTE_ORDER_MARK.length, end);
  }

  /** Returns the offset of the last byte before a bracket that is not white space. */
  public int lastByteBefore(int bracket) {
    int at = bracket - 1;
    while (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t') {
      at--;
    }
    return at;
  }
}

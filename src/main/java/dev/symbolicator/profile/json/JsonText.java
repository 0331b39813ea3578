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
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record JsonText(byte[] bytes, int start, int end) {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Returns all bytes of an array as a text. */
  public static JsonText of(byte[] bytes) {
    return new JsonText(bytes, 0, bytes.length);
  }

  /** Tells whether a byte is white space of JSON (RFC 8259, section 2). */
  public static boolean isSpace(byte b) {
    return b <= ' ' && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
  }

  /** Tells whether the text begins with the byte order mark of UTF-8. */
  boolean hasByteOrderMark() {
    return end - start >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            bytes,
            start,
            start + BYTE_ORDER_MARK.length,
            BYTE_ORDER_MARK,
            0,
            BYTE_ORDER_MARK.length);
  }

  /** Returns the text behind its byte order mark, if it begins with one. */
  public JsonText withoutByteOrderMark() {
    return hasByteOrderMark() ? new JsonText(bytes, start + BYTE_ORDER_MARK.length, end) : this;
  }

  /** Returns the first byte that is not white space, as an unsigned number; -1 without one. */
  public int firstByte() {
    int at = start;
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    return at < end ? bytes[at] & 0xFF : -1;
  }

  /** Returns the offset of the last byte before an offset that is not white space. */
  int lastByteBefore(int offset) {
    int at = offset - 1;
    while (isSpace(bytes[at])) {
      at--;
    }
    return at;
  }

  /**
   * Returns the bytes to remove with a member: its name, its value and one comma. The member before
   * or behind must stay.
   *
   * @param value the member's value
   */
  Span member(Span value) {
    int colon = lastByteBefore(value.start());
    int quote = lastByteBefore(colon);
    int nameStart = quote - 1;
    while (bytes[nameStart] != '"' || isEscaped(nameStart)) {
      nameStart--;
    }
    int next = value.end();
    while (isSpace(bytes[next])) {
      next++;
    }
    if (bytes[next] == ',') {
      return new Span(nameStart, next + 1);
    }
    int before = lastByteBefore(nameStart);
    return new Span(bytes[before] == ',' ? before : nameStart, value.end());
  }

  private boolean isEscaped(int at) {
    int backslashes = 0;
    while (bytes[at - 1 - backslashes] == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}

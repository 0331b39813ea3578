package dev.symbolicator.json;

import java.util.Arrays;

/**
 * A JSON text within an array, which does not change while in use. All offsets count from the
 * array's first byte, so a text within another format can be spliced in place.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record JsonText(byte[] bytes, int start, int end) {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  public record Span(int start, int end) {}

  public static JsonText of(byte[] bytes) {
    return new JsonText(bytes, 0, bytes.length);
  }

  /** Tells whether a byte is white space of JSON (RFC 8259, section 2). */
  public static boolean isSpace(byte b) {
    return b <= ' ' && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
  }

  /** Returns the text behind its byte order mark, if it begins with one. */
  public JsonText withoutByteOrderMark() {
    int behind = start + BYTE_ORDER_MARK.length;
    boolean isMarked =
        behind <= end
            && Arrays.equals(bytes, start, behind, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    return isMarked ? new JsonText(bytes, behind, end) : this;
  }

  /** Returns the first byte that is not white space, as an unsigned number; -1 without one. */
  public int firstByte() {
    int at = start;
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    return at < end ? bytes[at] & 0xFF : -1;
  }

  /** Returns the offset of the first malformed sequence of UTF-8 (RFC 3629); -1 without one. */
  public int firstMalformed() {
    int at = start;
    while (at < end) {
      if (bytes[at] >= 0) {
        at = JsonString.asciiEnd(bytes, at, end);
      } else {
        int length = JsonString.sequenceLength(bytes, at, end);
        if (length == 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }
}

package dev.symbolicator.profile.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The text of a JSON string in UTF-8 (RFC 8259, section 7). A lone surrogate becomes U+FFFD. The
 * string must have been checked.
 */
final class StringBytes extends InputStream {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private static final int NONE = -1;

  /** The string without its quotes. */
  private final InputStream raw;

  /** The bytes that come before the next one of the string. */
  private byte[] decoded = {};

  private int next;

  /** The UTF-16 unit of an escape that was read too far. */
  private int pendingUnit = NONE;

  /**
   * Makes a stream.
   *
   * @param raw the string without its quotes
   */
  StringBytes(InputStream raw) {
    this.raw = new BufferedInputStream(raw);
  }

  @Override
  public int read() throws IOException {
    if (next < decoded.length) {
      return decoded[next++] & 0xFF;
    }
    int first = pendingUnit == NONE ? raw.read() : '\\';
    return first == '\\' ? readEscape() : first;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int unused = Objects.checkFromIndexSize(offset, length, into.length);
    int count = 0;
    while (count < length) {
      int here = read();
      if (here < 0) {
        break;
      }
      into[offset + count++] = (byte) here;
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  private int readEscape() throws IOException {
    int unit = pendingUnit == NONE ? escapedUnit() : pendingUnit;
    pendingUnit = NONE;
    String text = String.valueOf((char) unit);
    if (Character.isHighSurrogate((char) unit) && isEscapeNext()) {
      int second = escapedUnit();
      if (Character.isLowSurrogate((char) second)) {
        text += (char) second;
      } else {
        pendingUnit = second;
      }
    }
    boolean isLone = text.length() == 1 && Character.isSurrogate((char) unit);
    decoded = (isLone ? "\uFFFD" : text).getBytes(StandardCharsets.UTF_8);
    next = 1;
    return decoded[0] & 0xFF;
  }

  /** Reads the backslash of the next escape, if one follows. */
  private boolean isEscapeNext() throws IOException {
    raw.mark(1);
    if (raw.read() == '\\') {
      return true;
    }
    raw.reset();
    return false;
  }

  /** Reads an escape behind its backslash. */
  private int escapedUnit() throws IOException {
    int letter = raw.read();
    if (letter != 'u') {
      return ESCAPED.charAt(ESCAPES.indexOf(letter));
    }
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      unit = unit << 4 | Character.digit(raw.read(), 16);
    }
    return unit;
  }
}

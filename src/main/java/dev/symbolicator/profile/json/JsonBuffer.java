package dev.symbolicator.profile.json;

import dev.symbolicator.memory.EightBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** A growing buffer of JSON text in UTF-8. */
public final class JsonBuffer {
  private static final String HEX = "0123456789abcdef";
  private static final int MOST_DIGITS = 10;

  /**
   * Copied as two words, which takes less time than a call. Behind a shorter piece, bytes without
   * meaning follow.
   */
  private static final int SHORT = 2 * Long.BYTES;

  private static final byte[] DIGIT_PAIRS = new byte[200];

  static {
    for (int i = 0; i < 100; i++) {
      DIGIT_PAIRS[2 * i] = (byte) ('0' + i / 10);
      DIGIT_PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private byte[] bytes;
  private int size;

  public JsonBuffer() {
    this(4096);
  }

  JsonBuffer(int likelySize) {
    bytes = new byte[likelySize];
  }

  public int size() {
    return size;
  }

  void copyTo(JsonBuffer other, int from, int to) {
    other.bytes(bytes, from, to);
  }

  void writeTo(OutputStream out, int from, int to) throws IOException {
    out.write(bytes, from, to - from);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  public void clear() {
    size = 0;
  }

  public void raw(byte[] json) {
    bytes(json, 0, json.length);
  }

  public void bytes(byte[] json, int start, int end) {
    int length = end - start;
    if (length <= SHORT && start <= json.length - SHORT && size <= bytes.length - SHORT) {
      EightBytes.put(bytes, size, EightBytes.at(json, start));
      EightBytes.put(bytes, size + Long.BYTES, EightBytes.at(json, start + Long.BYTES));
    } else {
      reserve(length);
      System.arraycopy(json, start, bytes, size, length);
    }
    size += length;
  }

  public void ascii(String json) {
    reserve(json.length());
    for (int i = 0; i < json.length(); i++) {
      bytes[size++] = (byte) json.charAt(i);
    }
  }

  void number(int number) {
    if (number < 0) {
      ascii(Integer.toString(number));
      return;
    }
    reserve(MOST_DIGITS);
    int length = 1;
    for (long power = 10; power <= number; power *= 10) {
      length++;
    }
    int at = size + length;
    size = at;
    int rest = number;
    while (rest >= 10) {
      int pair = 2 * (rest % 100);
      rest /= 100;
      bytes[--at] = DIGIT_PAIRS[pair + 1];
      bytes[--at] = DIGIT_PAIRS[pair];
    }
    if (at > size - length) {
      bytes[--at] = (byte) ('0' + rest);
    }
  }

  @SuppressWarnings("deprecation") // No other method copies without a new array.
  void plainString(String text) {
    int length = text.length();
    reserve(length + 2L);
    bytes[size++] = '"';
    text.getBytes(0, length, bytes, size);
    size += length;
    bytes[size++] = '"';
  }

  /**
   * Appends a JSON string with only the escapes that RFC 8259, section 7, requires, and of lone
   * surrogates.
   */
  public void string(String text) {
    ascii("\"");
    content(text);
    ascii("\"");
  }

  /** Like {@link #string}, but without the quotes. */
  public void content(String text) {
    // An escaped UTF-16 unit takes six bytes, which is the most.
    reserve(6L * text.length());
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == '"' || unit == '\\') {
        bytes[size++] = '\\';
        bytes[size++] = (byte) unit;
      } else if (unit >= ' ' && unit < 0x80) {
        bytes[size++] = (byte) unit;
      } else if (unit < ' ') {
        escape(unit);
      } else if (unit < 0x800) {
        bytes[size++] = (byte) (0xC0 | (unit >> 6));
        continuation(unit);
      } else if (!Character.isSurrogate(unit)) {
        bytes[size++] = (byte) (0xE0 | (unit >> 12));
        continuation(unit >> 6);
        continuation(unit);
      } else if (Character.isHighSurrogate(unit)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int codePoint = Character.toCodePoint(unit, text.charAt(++i));
        bytes[size++] = (byte) (0xF0 | (codePoint >> 18));
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
      } else {
        escape(unit);
      }
    }
  }

  private void continuation(int bits) {
    bytes[size++] = (byte) (0x80 | (bits & 0x3F));
  }

  private void escape(char unit) {
    bytes[size++] = '\\';
    switch (unit) {
      case '\b' -> bytes[size++] = 'b';
      case '\t' -> bytes[size++] = 't';
      case '\n' -> bytes[size++] = 'n';
      case '\f' -> bytes[size++] = 'f';
      case '\r' -> bytes[size++] = 'r';
      default -> {
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
          bytes[size++] = (byte) HEX.charAt((unit >> shift) & 0xF);
        }
      }
    }
  }

  private void reserve(long more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(2L * bytes.length, size + more)));
    }
  }

  /** Writes times in milliseconds as JSON numbers. */
  public static final class Milliseconds {
    private static final int MICROS = 1000;

    private Milliseconds() {}

    /** Returns microseconds, 0 or more, as milliseconds with as few digits as possible. */
    public static String ofMicros(long micros) {
      String whole = Long.toString(micros / MICROS);
      String fraction = Long.toString(MICROS + micros % MICROS);
      int end = fraction.length();
      while (fraction.charAt(end - 1) == '0') {
        end--;
      }
      return end == 1 ? whole : whole + "." + fraction.substring(1, end);
    }
  }
}

package dev.symbolicator.json;

import dev.symbolicator.memory.EightBytes;
import java.io.IOException;

/** Passes the numbers of a text, of which some formats have arrays of many millions. */
abstract class JsonNumbers extends JsonWindow {
  /** The most characters of an integer, which surely fits into 64 bits. */
  public static final int MAX_INTEGER = 18;

  /** The most bytes of white space, a comma, an integer and the byte behind. */
  private static final int LONGEST_FOLLOWER = MAX_INTEGER + 6;

  private static final long COMMAS = EightBytes.all(',');

  /** Receives integers that are skipped. Made for the first array of them. */
  private long[] skipped = {};

  JsonNumbers(JsonText text) {
    super(text);
  }

  JsonNumbers(JsonReader.Source source, int size) throws IOException {
    super(source, size);
  }

  final void passNumber(int first) throws IOException {
    int here = first;
    if (here == '-') {
      at++;
      here = peek();
    }
    if (here == '0') {
      at++;
    } else {
      digits();
    }
    here = peek();
    if (here == '.') {
      at++;
      digits();
      here = peek();
    }
    if ((here | 0x20) == 'e') {
      at++;
      here = peek();
      if (here == '+' || here == '-') {
        at++;
      }
      digits();
    }
  }

  final void digits() throws IOException {
    long first = position();
    while (true) {
      while (at <= end - Long.BYTES) {
        int length = JsonBytes.leadingDigits(EightBytes.at(bytes, at));
        at += length;
        if (length < Long.BYTES) {
          if (position() == first) {
            throw malformed();
          }
          return;
        }
      }
      if (!isDigit(peek())) {
        if (position() == first) {
          throw malformed();
        }
        return;
      }
      at++;
    }
  }

  static boolean isDigit(int b) {
    return b >= '0' && b <= '9';
  }

  static boolean isNumber(int first) {
    return isDigit(first) || first == '-';
  }

  final void skipFollowers() {
    if (skipped.length == 0) {
      skipped = new long[1 << 10];
    }
    while (followers(skipped, 0, skipped.length) == skipped.length) {}
  }

  /**
   * Reads integers that follow the one that was read last, as far as these are unsigned, have only
   * a comma and at most one line feed between them, and are in the window.
   *
   * @param count how many of {@code into} are there
   * @return how many of {@code into} are there now
   */
  final int followers(long[] into, int count, int max) {
    byte[] window = bytes;
    int last = end - LONGEST_FOLLOWER;
    int here = at;
    int filled = count;
    while (filled < max && here <= last) {
      int digits = window[here] == '\n' ? here + 1 : here;
      if (window[digits++] != ',') {
        break;
      }
      long eight = EightBytes.at(window, digits);
      int length = JsonBytes.leadingDigits(eight);
      if (length == 0 || (window[digits] == '0' && length > 1)) {
        break;
      }
      long value = JsonBytes.integer(eight, length);
      int behind = digits + length;
      if (length == Long.BYTES) {
        while (behind < digits + MAX_INTEGER && isDigit(window[behind])) {
          value = 10 * value + (window[behind++] - '0');
        }
      }
      byte next = window[behind];
      if (next != ',' && next != '\n' && next != ']') {
        break;
      }
      into[filled++] = value;
      here = behind;
    }
    at = here;
    return filled;
  }

  /** Passes commas, and nothing behind the last one. */
  final void passCommas(long count) throws IOException {
    long left = count;
    while (left > 0 && fill(1)) {
      byte[] window = bytes;
      int here = at;
      int last = end - Long.BYTES;
      while (left > Long.BYTES && here <= last) {
        long others = EightBytes.at(window, here) ^ COMMAS;
        long noCommas = ((others & ~EightBytes.HIGH_BITS) + ~EightBytes.HIGH_BITS) | others;
        left -= Long.bitCount(~noCommas & EightBytes.HIGH_BITS);
        here += Long.BYTES;
      }
      while (left > 0 && here < end) {
        left -= window[here++] == ',' ? 1 : 0;
        if (left > Long.BYTES) {
          break;
        }
      }
      at = here;
    }
  }
}

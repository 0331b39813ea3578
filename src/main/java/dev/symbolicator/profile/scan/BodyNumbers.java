package dev.symbolicator.profile.scan;

import dev.symbolicator.json.JsonBytes;
import dev.symbolicator.memory.EightBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads JSON numbers (RFC 8259, section 6). */
final class BodyNumbers {
  /** The most digits of an integer that surely fits into 64 bits. */
  private static final int MAX_DIGITS = 18;

  /** The most characters of a number that is converted; more digits do not change a double. */
  private static final int MAX_LENGTH = 1100;

  /** The most bytes of white space, a comma, an integer and the byte behind. */
  private static final int LONGEST = MAX_DIGITS + 6;

  private final long[] skipped = new long[1 << 10];
  private final Window window;

  BodyNumbers(Window window) {
    this.window = window;
  }

  /** Reads the number at which the window stands. */
  void skip() throws IOException, UnreadableException {
    boolean unused = skipNumber();
  }

  /** Returns whether the number has neither a fraction nor an exponent. */
  private boolean skipNumber() throws IOException, UnreadableException {
    if (window.bytes[window.at] == '-') {
      window.at++;
    }
    if (peek() == '0') {
      window.at++;
    } else {
      skipDigits();
    }
    boolean isInteger = true;
    if (peek() == '.') {
      isInteger = false;
      window.at++;
      skipDigits();
    }
    if (peek() == 'e' || peek() == 'E') {
      isInteger = false;
      window.at++;
      if (peek() == '+' || peek() == '-') {
        window.at++;
      }
      skipDigits();
    }
    return isInteger;
  }

  /** Returns the next byte; 0 at the end of the body. */
  private byte peek() throws IOException {
    return window.at < window.end || window.fill(1) ? window.bytes[window.at] : 0;
  }

  private void skipDigits() throws IOException, UnreadableException {
    if (!isDigit(peek())) {
      throw Malformed.at(window);
    }
    while (isDigit(peek())) {
      window.at++;
    }
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /**
   * Reads the integer at which the window stands.
   *
   * @param pointer the value's place, for the problem of a value of another kind
   */
  long integer(String pointer) throws IOException, UnreadableException {
    if (window.end - window.at > MAX_DIGITS + 2) {
      byte[] bytes = window.bytes;
      int start = window.at;
      int at = bytes[start] == '-' ? start + 1 : start;
      int firstDigit = at;
      long value = 0;
      while (at - firstDigit <= MAX_DIGITS && isDigit(bytes[at])) {
        value = 10 * value + (bytes[at++] - '0');
      }
      int digits = at - firstDigit;
      boolean isWhole = bytes[at] == ',' || bytes[at] == ']' || bytes[at] == '}';
      if (isWhole
          && digits > 0
          && digits <= MAX_DIGITS
          && (digits == 1 || bytes[firstDigit] != '0')) {
        window.at = at;
        return firstDigit > start ? -value : value;
      }
    }
    return uncommonInteger(pointer);
  }

  private long uncommonInteger(String pointer) throws IOException, UnreadableException {
    long start = window.position();
    byte first = peek();
    if (first != '-' && !isDigit(first)) {
      throw first == 0 && window.position() == window.size()
          ? Malformed.at(window)
          : notAnInteger(pointer, start);
    }
    boolean isInteger = skipNumber();
    long length = window.position() - start;
    if (!isInteger || length > MAX_DIGITS) {
      throw notAnInteger(pointer, start);
    }
    return Long.parseLong(text(start, window.position()));
  }

  /**
   * Reads integers that follow the one that was read last, as far as these are unsigned, have only
   * a comma and at most one line feed between them, and are in memory.
   *
   * @param count how many of {@code into} are there
   * @return how many of {@code into} are there now
   */
  int followers(long[] into, int count, int max) {
    byte[] bytes = window.bytes;
    int last = window.end - LONGEST;
    int at = window.at;
    int filled = count;
    while (filled < max && at <= last) {
      int digits = bytes[at] == '\n' ? at + 1 : at;
      if (bytes[digits++] != ',') {
        break;
      }
      long eight = EightBytes.at(bytes, digits);
      int length = JsonBytes.leadingDigits(eight);
      if (length == 0 || (bytes[digits] == '0' && length > 1)) {
        break;
      }
      long value = decimal(eight << (Long.SIZE - Byte.SIZE * length));
      int end = digits + length;
      if (length == Long.BYTES) {
        while (end < digits + MAX_DIGITS && isDigit(bytes[end])) {
          value = 10 * value + (bytes[end++] - '0');
        }
      }
      byte next = bytes[end];
      if (next != ',' && next != '\n' && next != ']') {
        break;
      }
      into[filled++] = value;
      at = end;
    }
    window.at = at;
    return filled;
  }

  /** Reads like {@link #followers}, without keeping the integers. */
  void skipFollowers() {
    while (followers(skipped, 0, skipped.length) == skipped.length) {}
  }

  /** Returns the number of eight digits, of which leading ones may be 0 bytes. Needs no branch. */
  private static long decimal(long eight) {
    long pairs = ((eight & 0x0F0F0F0F0F0F0F0FL) * 2561) >>> 8;
    long fours = ((pairs & 0x00FF00FF00FF00FFL) * 6_553_601) >>> 16;
    return ((fours & 0x0000FFFF0000FFFFL) * 42_949_672_960_001L) >>> 32;
  }

  private static UnreadableException notAnInteger(String pointer, long offset) {
    return UnreadableException.invalid(
        pointer, offset, "This must be an integer of at most " + MAX_DIGITS + " characters.");
  }

  /** Reads the number at which the window stands; NaN for one of very many digits. */
  double number() throws IOException, UnreadableException {
    long start = window.position();
    boolean unused = skipNumber();
    return window.position() - start > MAX_LENGTH
        ? Double.NaN
        : Double.parseDouble(text(start, window.position()));
  }

  private String text(long from, long to) throws IOException {
    return new String(window.copy(from, to), StandardCharsets.US_ASCII);
  }
}

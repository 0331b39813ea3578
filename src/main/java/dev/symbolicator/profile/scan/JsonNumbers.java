package dev.symbolicator.profile.scan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads JSON numbers (RFC 8259, section 6). */
final class JsonNumbers {
  /** The most digits of an integer that surely fits into 64 bits. */
  private static final int MAX_DIGITS = 18;

  /** The most characters of a number that is converted; more digits do not change a double. */
  private static final int MAX_LENGTH = 1100;

  private final Window window;

  JsonNumbers(Window window) {
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

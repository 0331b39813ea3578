package dev.symbolicator.profile.scan;

import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.profile.BodyBytes;
import java.io.EOFException;
import java.io.IOException;

/**
 * Reads integers of an array again, with their places in the body. Checks nothing: {@link
 * BodyScanner#integers} must have read the array before. Integers that are not needed are passed by
 * counting commas.
 */
public final class IntegerCursor {
  private static final long COMMAS = 0x2C2C2C2C2C2C2C2CL;
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

  private final Window window;

  /** Whether the comma before the next integer was passed, or there is none. */
  private boolean isBehindComma;

  private long start;

  /** Makes a cursor that stands nowhere. */
  public IntegerCursor(BodyBytes body) {
    window = new Window(body, Window.USUAL_SIZE);
  }

  /**
   * Moves to a place between two integers.
   *
   * @param position as {@link BodyScanner#position} was there
   * @param isFirst whether the place is before the first integer of the array
   */
  public void seek(long position, boolean isFirst) {
    window.seek(position);
    isBehindComma = isFirst;
  }

  /** Passes integers. */
  public void skip(long count) throws IOException {
    if (count > 0) {
      passCommas(isBehindComma ? count : count + 1);
      isBehindComma = true;
    }
  }

  private void passCommas(long count) throws IOException {
    long left = count;
    while (left > 0) {
      require();
      byte[] bytes = window.bytes;
      int at = window.at;
      int last = window.end - Long.BYTES;
      while (left > Long.BYTES && at <= last) {
        long others = EightBytes.at(bytes, at) ^ COMMAS;
        long commas = ~(((others & LOW_BITS) + LOW_BITS) | others | LOW_BITS);
        left -= Long.bitCount(commas);
        at += Long.BYTES;
      }
      while (left > 0 && at < window.end) {
        if (bytes[at++] == ',') {
          left--;
        }
        if (left > Long.BYTES) {
          break;
        }
      }
      window.at = at;
    }
  }

  /** Reads the next integer. */
  public long next() throws IOException {
    require();
    while (window.bytes[window.at] <= ',') {
      window.at++;
      require();
    }
    start = window.position();
    boolean isNegative = window.bytes[window.at] == '-';
    if (isNegative) {
      window.at++;
    }
    long value = 0;
    while (window.fill(1) && window.bytes[window.at] >= '0' && window.bytes[window.at] <= '9') {
      value = 10 * value + (window.bytes[window.at++] - '0');
    }
    isBehindComma = false;
    return isNegative ? -value : value;
  }

  /** Returns the offset of the integer that was read last. */
  public long start() {
    return start;
  }

  /** Returns the offset behind the integer that was read last. */
  public long end() {
    return window.position();
  }

  private void require() throws IOException {
    if (!window.fill(1)) {
      throw new EOFException("The array ends before an integer that was there.");
    }
  }
}

package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.sourcemap.Vlq;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;

/** Reads numbers in base64 VLQ (ECMA-426, "Base64 VLQ") and separators from a text. */
final class VlqText {

  private static final int CONTINUES = 32;
  private static final int BITS = 5;

  /** Seven digits of five bits hold any number below 2^32, with three bits to spare. */
  private static final int MAX_SHIFT = 6 * BITS;

  private static final long MAX_UNSIGNED = (1L << 32) - 1;

  private final String text;
  private int at;

  VlqText(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at == text.length();
  }

  boolean atItemEnd() {
    return atEnd() || follows(',') || follows(';');
  }

  boolean follows(char separator) {
    return !atEnd() && text.charAt(at) == separator;
  }

  boolean skip(char separator) {
    boolean follows = follows(separator);
    if (follows) {
      at++;
    }
    return follows;
  }

  void skipNumbers() throws MalformedNamesException {
    while (!atItemEnd()) {
      unsigned();
    }
  }

  long unsigned() throws MalformedNamesException {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += BITS) {
      int digit = atEnd() ? -1 : Vlq.digit(text.charAt(at));
      if (digit < 0) {
        throw new MalformedNamesException("expected a VLQ digit at " + at);
      }
      at++;
      value |= (long) (digit & (CONTINUES - 1)) << shift;
      if (digit < CONTINUES) {
        return checked(value);
      }
    }
    throw new MalformedNamesException("a VLQ number has too many digits before " + at);
  }

  private long checked(long value) throws MalformedNamesException {
    if (value > MAX_UNSIGNED) {
      throw new MalformedNamesException("a VLQ number has more than 32 bits before " + at);
    }
    return value;
  }

  /** Reads a number whose lowest bit is its sign. Rejects minus zero, which stands for -2^31. */
  int signed() throws MalformedNamesException {
    long bits = unsigned();
    int magnitude = (int) (bits >>> 1);
    if ((bits & 1) == 0) {
      return magnitude;
    }
    if (magnitude == 0) {
      throw new MalformedNamesException("minus zero before " + at);
    }
    return -magnitude;
  }
}

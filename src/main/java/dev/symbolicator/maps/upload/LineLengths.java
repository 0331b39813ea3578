package dev.symbolicator.maps.upload;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/**
 * The lengths of a script's lines in UTF-16 units, without their line ends (ECMA-262, section "Line
 * Terminators"). Read from UTF-8 without decoding; each invalid byte counts as one unit.
 */
final class LineLengths {
  private final Ints lengths;

  private LineLengths(Ints lengths) {
    this.lengths = lengths;
  }

  /** Reads a script in UTF-8; a byte order mark takes no column. */
  static LineLengths of(byte[] script, Allowance allowance) {
    Ints lengths = new Ints(allowance);
    int units = 0;
    int i = startsWithMark(script) ? 3 : 0;
    while (i < script.length) {
      int b = script[i] & 0xff;
      int length = sequenceLength(script, i);
      boolean isPair = b == '\r' && i + 1 < script.length && script[i + 1] == '\n';
      if (b == '\n' || b == '\r' || (length == 3 && isSeparator(script, i))) {
        lengths.add(units);
        units = 0;
        i += isPair ? 2 : length;
      } else {
        units += length == 4 ? 2 : 1;
        i += length;
      }
    }
    lengths.add(units);
    return new LineLengths(lengths);
  }

  private static boolean startsWithMark(byte[] script) {
    return script.length >= 3
        && script[0] == (byte) 0xEF
        && script[1] == (byte) 0xBB
        && script[2] == (byte) 0xBF;
  }

  /** Returns the bytes of the character at an offset; 1 for an invalid byte. */
  private static int sequenceLength(byte[] script, int i) {
    int b = script[i] & 0xff;
    int length = b < 0xC0 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
    for (int at = i + 1; at < i + length; at++) {
      if (at >= script.length || (script[at] & 0xC0) != 0x80) {
        return 1;
      }
    }
    return length;
  }

  /** Tells whether U+2028 or U+2029 is at an offset. */
  private static boolean isSeparator(byte[] script, int i) {
    return script[i] == (byte) 0xE2
        && script[i + 1] == (byte) 0x80
        && (script[i + 2] == (byte) 0xA8 || script[i + 2] == (byte) 0xA9);
  }

  /** Returns the number of lines, at least one. */
  int count() {
    return lengths.size();
  }

  /** Returns the length of a 0-based line; -1 if the script has no such line. */
  int length(int line) {
    return line < lengths.size() ? lengths.get(line) : -1;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.symbols.Block.Entries;

/** Reads numbers one after another, as {@link ByteSink#unsigned} writes them. */
abstract class NumberWalk {
  private final Entries bytes;
  private int at;

  NumberWalk(Entries bytes, int from) {
    this.bytes = bytes;
    at = from;
  }

  /** Returns the index of the next byte. */
  final int at() {
    return at;
  }

  final long unsigned() {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      int digit = bytes.get(at++);
      number |= (long) (digit & 0x7f) << shift;
      if (digit < 0x80) {
        return number;
      }
    }
  }
}

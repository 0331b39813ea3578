package dev.symbolicator.sourcemap.link;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds a word in the bytes of a file. Looks at every eighth byte or so of a word of nine, since a
 * byte that the word lacks rules out all places around it (Horspool, "Practical fast searching in
 * strings", 1980). Immutable and thread-safe.
 */
final class WordSearch {
  private final byte[] word;

  /** By the byte that lies at the word's end: how far the next place is. */
  private final int[] steps = new int[1 << Byte.SIZE];

  /**
   * Prepares to search.
   *
   * @param word in ASCII, and not empty
   */
  WordSearch(String word) {
    this.word = word.getBytes(StandardCharsets.US_ASCII);
    int last = this.word.length - 1;
    Arrays.fill(steps, this.word.length);
    for (int i = 0; i < last; i++) {
      steps[this.word[i] & 0xFF] = last - i;
    }
  }

  /** Returns the length of the word in bytes. */
  int length() {
    return word.length;
  }

  /**
   * Returns the offset of the first word from an offset on; -1 if there is none.
   *
   * @param from 0-based, not negative
   */
  int find(byte[] bytes, int from) {
    int last = word.length - 1;
    int at = from;
    while (at < bytes.length - last) {
      byte end = bytes[at + last];
      if (end == word[last] && Arrays.equals(bytes, at, at + last, word, 0, last)) {
        return at;
      }
      at += steps[end & 0xFF];
    }
    return -1;
  }
}

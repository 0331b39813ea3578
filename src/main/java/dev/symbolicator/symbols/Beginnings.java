package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The positions where the texts of functions begin, in order. An exported declaration has two, its
 * header and the word {@code export}, since builders map to either of them.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Beginnings(long[] positions, int[] rows) {
  /** The most white space, in UTF-16 units, that is skipped before a word; real code has less. */
  private static final int FAR = 60;

  /** Heap bytes of one beginning. */
  static final int BYTES = Long.BYTES + Integer.BYTES;

  static Beginnings of(Outline outline, String text, Allowance allowance) {
    int size = count(outline, text);
    allowance.take((long) BYTES * size);
    long[] keys = new long[size];
    int count = 0;
    for (int row = 0; row < outline.size(); row++) {
      int header = outline.header(row);
      int export = exportBefore(text, header);
      keys[count++] = key(header, row);
      if (export < header) {
        keys[count++] = key(export, row);
      }
    }
    Arrays.sort(keys);
    Lines lines = outline.lines();
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = (int) keys[i];
      keys[i] = Positions.at(lines, (int) (keys[i] >>> Integer.SIZE));
    }
    return new Beginnings(keys, rows);
  }

  private static int count(Outline outline, String text) {
    int count = outline.size();
    for (int row = 0; row < outline.size(); row++) {
      int header = outline.header(row);
      count += exportBefore(text, header) < header ? 1 : 0;
    }
    return count;
  }

  private static long key(int offset, int row) {
    return ((long) offset << Integer.SIZE) | row;
  }

  /** Returns where the {@code export} of a declaration begins; {@code header} if there is none. */
  private static int exportBefore(String text, int header) {
    int behindExport = wordBefore(text, header, "default");
    int export = wordBefore(text, behindExport, "export");
    return export < behindExport ? export : header;
  }

  /** Returns where a word before a place begins; {@code place} if another word is there. */
  private static int wordBefore(String text, int place, String word) {
    int end = place;
    while (end > 0 && end > place - FAR && text.charAt(end - 1) <= ' ') {
      end--;
    }
    int begin = end - word.length();
    boolean is = begin >= 0 && end < place && text.startsWith(word, begin);
    return is && (begin == 0 || !Character.isJavaIdentifierPart(text.charAt(begin - 1)))
        ? begin
        : place;
  }
}

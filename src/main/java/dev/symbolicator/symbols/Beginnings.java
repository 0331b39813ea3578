package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * Where the texts of functions begin, in order: their headers, and the words that export them,
 * since builders map a declaration to either.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record Beginnings(long[] positions, int[] rows) {
  /** Longer than the words of an export with the white space around them are in practice. */
  private static final int FAR = 60;

  /** What one takes. */
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

  /** Where {@code export} or {@code export default} before a declaration is; else the place. */
  private static int exportBefore(String text, int header) {
    int behindExport = wordBefore(text, header, "default");
    int export = wordBefore(text, behindExport, "export");
    return export < behindExport ? export : header;
  }

  /** Where the word before a place begins; the place where another word is there. */
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

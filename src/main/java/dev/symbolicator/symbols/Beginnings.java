package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;

/**
 * Where the texts of functions begin, in order: their headers, and the words that export them,
 * since builders map a declaration to either.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record Beginnings(long[] positions, int[] rows) {
  /** Longer than the words of an export with the white space around them are in practice. */
  private static final int FAR = 60;

  static Beginnings of(Outline outline, String text) {
    IntRows offsets = new IntRows();
    IntRows rows = new IntRows();
    for (int row = 0; row < outline.size(); row++) {
      int header = outline.header(row);
      int export = exportBefore(text, header);
      offsets.add(header);
      rows.add(row);
      if (export < header) {
        offsets.add(export);
        rows.add(row);
      }
    }
    int[] order = RowOrder.by(offsets.size(), offsets::get);
    Lines lines = outline.lines();
    long[] positions = new long[order.length];
    int[] sorted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      positions[i] = Positions.at(lines, offsets.get(order[i]));
      sorted[i] = rows.get(order[i]);
    }
    return new Beginnings(positions, sorted);
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

package dev.symbolicator.sourcemap;

/**
 * Validates the {@code mappings} of one map in one pass over the bytes of the JSON text, and notes
 * where blocks of them begin (see {@link MappingBlocks}). It takes only mappings that can be read
 * again where they stand without any further question: grammar without a fault, positions sorted,
 * every index and position in range, no escape in the string, no number written with digits it does
 * not need. Those of nearly all build tools are so; the others are read by {@link MappingsDecoder},
 * which knows every rule, reports every problem, and costs several times as much.
 *
 * <p>Opening a map spends most of its time in this loop, 8 to 9 ns for each segment of minified
 * code and 5 to 8 of other code. Its enemy is the mispredicted branch, which costs as much as half
 * a segment. What keeps it there:
 *
 * <ul>
 *   <li>All state is in local variables, and where the length of a number can be foretold, how far
 *       the offset moves depends on a branch and not on a number that was computed: the processor
 *       reads the next field before it knows this one. So are the first three fields read, and the
 *       others of short lines.
 *   <li>In long lines it cannot be foretold how many characters the original column has, whether a
 *       name follows, and how many that has. There both and the separator are taken out of one word
 *       of eight characters without a branch, see {@link VlqWord}. Minified code took 13 to 15 ns
 *       for a segment before that. On short lines of well-behaved segments it costs 3 ns more, and
 *       reading the first fields so too gained nothing.
 *   <li>The closing quote is a sentinel, so that no end is tested for.
 *   <li>Ranges take a comparison or two for each segment, on sums that cannot overflow unseen: a
 *       number has 31 bits and a sign, so a sum that leaves its range comes out negative, as does
 *       one with what {@link Vlq#number} gives for what is no number. A source that stays the same
 *       needs none.
 *   <li>A block begins after so many bytes and not so many segments. That needs no counter and
 *       bounds what a lookup has to read, even where the mappings are a million semicolons.
 * </ul>
 */
final class MappingsScan {

  /** From here on a line counts as long: few unminified ones are, and nearly all minified ones. */
  private static final int LONG_LINE_BYTES = 1024;

  private final byte[] text;
  private final int start;
  private final int end;
  private final SectionPlace place;

  /**
   * The content of a JSON string, or of what looks like one: a quote must follow it, and behind
   * that nothing that belongs to a number.
   */
  MappingsScan(byte[] text, int start, int end, SectionPlace place) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.place = place;
  }

  /**
   * Adds all mappings as a run. False where it does not take them: nothing is added then. It takes
   * none where there are no sources, so that an unchanged source need not be checked.
   */
  boolean addTo(MappingBlocksBuilder blocks) {
    if (place.column() > Integer.MAX_VALUE || place.sourceCount() == 0) {
      return false;
    }
    blocks.beginRun(place, end - start);
    boolean taken = scan(blocks);
    if (!taken) {
      blocks.cancelRun();
    }
    return taken;
  }

  private boolean scan(MappingBlocksBuilder blocks) {
    byte[] text = this.text;
    int sourceCount = place.sourceCount();
    int nameCount = place.nameCount();
    int line = 0;
    int column = (int) place.column();
    int source = 0;
    int originalLine = 0;
    int originalColumn = 0;
    int name = 0;
    int rows = 0;
    int nextBlock = start;
    int lastLine = 0;
    int lastColumn = 0;
    int segmentsEnd = start;
    int at = start;
    int lastWord = nameCount == 0 ? -1 : text.length - Long.BYTES;
    while (true) {
      for (; text[at] == ';'; at++) {
        line++;
        column = 0;
      }
      if (at == end) {
        return blocks.endRun(text, start, segmentsEnd, rows, line, lastLine, lastColumn);
      }
      int longFrom = at + LONG_LINE_BYTES;
      while (true) {
        int segment = at;
        int length = Vlq.length(text, at);
        int delta = Vlq.number(text, at, length);
        column += delta;
        at += length;
        if ((delta | column) < 0) {
          return false;
        }
        if (segment >= nextBlock) {
          blocks.add(
              line, column, segment - start, rows, source, originalLine, originalColumn, name);
          nextBlock = segment + MappingBlocks.BLOCK_BYTES;
        }
        rows++;
        if (text[at] == 'A') {
          at++;
        } else if (Vlq.beginsNumber(text[at])) {
          length = Vlq.length(text, at);
          source += Vlq.number(text, at, length);
          at += length;
          if (Integer.compareUnsigned(source, sourceCount) >= 0) {
            return false;
          }
        } else if (text[at] == ',') {
          at++;
          continue;
        } else {
          break;
        }
        length = Vlq.length(text, at);
        originalLine += Vlq.number(text, at, length);
        at += length;
        long word = at > longFrom && at <= lastWord ? VlqWord.load(text, at) : VlqWord.NONE;
        if (VlqWord.isAscii(word)) {
          long ends = VlqWord.ends(word);
          long separators = VlqWord.separators(word);
          int columnBits = Long.numberOfTrailingZeros(ends) + 1;
          int fieldsBits = Long.numberOfTrailingZeros(separators) - 7;
          int nameBits = fieldsBits - columnBits;
          long fieldEnds = Long.lowestOneBit(ends) | (Long.lowestOneBit(separators) >>> 8);
          if (columnBits <= 16
              && nameBits <= 32
              && (ends & (separators ^ (separators - 1))) == fieldEnds) {
            int columnValue = VlqWord.upToTwo(word, columnBits);
            int nameValue = VlqWord.upToFour(word >>> columnBits, nameBits);
            originalColumn += Vlq.signed(columnValue);
            name += Vlq.signed(nameValue);
            if ((columnValue | nameValue | originalColumn | originalLine) < 0
                || Integer.compareUnsigned(name, nameCount) >= 0) {
              return false;
            }
            at += fieldsBits >>> 3;
            if (text[at] != ',') {
              break;
            }
            at++;
            continue;
          }
        }
        length = Vlq.length(text, at);
        originalColumn += Vlq.number(text, at, length);
        at += length;
        if ((originalLine | originalColumn) < 0) {
          return false;
        }
        if (text[at] == ',') {
          at++;
          continue;
        }
        if (!Vlq.beginsNumber(text[at])) {
          break;
        }
        word = at <= lastWord ? VlqWord.load(text, at) : VlqWord.NONE;
        int nameBits = Long.numberOfTrailingZeros(VlqWord.ends(word)) + 1;
        if (VlqWord.isAscii(word) && nameBits <= 32) {
          int nameValue = VlqWord.upToFour(word, nameBits);
          if (nameValue < 0) {
            return false;
          }
          name += Vlq.signed(nameValue);
          at += nameBits >>> 3;
        } else {
          length = Vlq.length(text, at);
          name += Vlq.number(text, at, length);
          at += length;
        }
        if (Integer.compareUnsigned(name, nameCount) >= 0) {
          return false;
        }
        if (text[at] != ',') {
          break;
        }
        at++;
      }
      if (text[at] != ';' && at != end) {
        return false;
      }
      segmentsEnd = at;
      lastLine = line;
      lastColumn = column;
    }
  }
}

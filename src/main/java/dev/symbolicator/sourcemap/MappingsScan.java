package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.sourcemap.MappingBlocks.MappingBlocksBuilder;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import dev.symbolicator.sourcemap.Vlq.VlqWord;

/**
 * Validates the {@code mappings} of one map in one pass over the bytes of the JSON text. Also notes
 * where blocks of mappings begin (see {@link MappingBlocks}).
 *
 * <p>The scan takes only mappings that can be read later without any further check: correct
 * grammar, sorted positions, every index and position in range, no escape in the string, no number
 * with more digits than needed. Nearly all build tools write such mappings. {@link MappingsDecoder}
 * reads the others; it knows every rule, reports every problem, and costs several times as much.
 *
 * <p>Opening a map spends most of its time in this loop: 8 to 9 ns for each segment of minified
 * code, and 5 to 8 ns for other code. A mispredicted branch costs as much as half a segment. These
 * measures keep the loop fast:
 *
 * <ul>
 *   <li>All state is in local variables.
 *   <li>Where the length of a number is predictable, the offset moves by a constant after a branch,
 *       not by a computed number. So the processor reads the next field before it knows this one.
 *       The first three fields are read this way, and on short lines the others too.
 *   <li>On long lines the length of the original column, the presence of a name and its length are
 *       unpredictable. There the column, the name and the separator are taken from one word of
 *       eight characters without a branch, see {@link VlqWord}. Before that, a segment of minified
 *       code took 13 to 15 ns. On short lines of regular segments, words cost 3 ns more. Reading
 *       the first fields from words too gained nothing.
 *   <li>The closing quote is a sentinel, so the loop does not test for the end.
 *   <li>Range checks take one or two comparisons for each segment. No overflow is missed: a number
 *       has 31 bits and a sign, so a sum that leaves its range becomes negative. A sum also becomes
 *       negative with the value that {@link Vlq#number} returns for an invalid number. An unchanged
 *       source needs no check.
 *   <li>A block begins after a number of bytes, not of segments. That needs no counter, and limits
 *       the bytes that a lookup reads, even if the mappings are a million semicolons.
 * </ul>
 */
final class MappingsScan {

  /** A line of this length counts as long: nearly all minified lines do, few others. */
  private static final int LONG_LINE_BYTES = 1024;

  private final byte[] text;
  private final int start;
  private final int end;
  private final SectionPlace place;

  /**
   * Takes the content of a JSON string, or a text that ends like one: a quote must follow, and
   * after the quote no character of a number.
   */
  MappingsScan(byte[] text, int start, int end, SectionPlace place) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.place = place;
  }

  /**
   * Adds all mappings as a run. Mappings of a map without sources are not taken, so that an
   * unchanged source needs no check.
   *
   * @return false if the scan does not take the mappings; nothing is added then
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
        long word = at > longFrom && at <= lastWord ? EightBytes.at(text, at) : VlqWord.NONE;
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
        word = at <= lastWord ? EightBytes.at(text, at) : VlqWord.NONE;
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

package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.sourcemap.MappingBlocks.MappingBlocksBuilder;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import dev.symbolicator.sourcemap.Vlq.VlqWord;

/**
 * Validates the {@code mappings} of one map in one pass, and notes where blocks begin (see {@link
 * MappingBlocks}). Takes only what can be read later without a check: correct grammar, sorted
 * positions, everything in range, no escapes, no superfluous digits, as nearly all build tools
 * write. {@link MappingsDecoder} reads the others at several times the cost.
 *
 * <p>Opening a map spends most of its time here, 5 to 9 ns a segment; a mispredicted branch costs
 * as much as half of one. So:
 *
 * <ul>
 *   <li>All state is in local variables.
 *   <li>Where a number's length is predictable, the offset moves by a constant after a branch, so
 *       that the processor reads the next field before it knows this one.
 *   <li>On long lines the column, the name and the separator are unpredictable and are taken from
 *       one word without a branch, see {@link VlqWord}; without it, a segment took 13 to 15 ns. On
 *       short lines words cost 3 ns more.
 *   <li>The closing quote is a sentinel.
 *   <li>Range checks take one or two comparisons a segment: a sum that leaves its range becomes
 *       negative, also with what {@link Vlq#number} returns for an invalid number. An unchanged
 *       source needs none.
 *   <li>A block begins after a number of bytes: no counter, and a bounded look-up even in a million
 *       semicolons.
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
   * Takes the content of a JSON string: a quote must follow, and behind it no character of a
   * number.
   */
  MappingsScan(byte[] text, int start, int end, SectionPlace place) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.place = place;
  }

  /**
   * Adds all mappings as a run; false if the scan does not take them, and nothing is added.
   * Mappings of a map without sources are not taken, so that an unchanged source needs no check.
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

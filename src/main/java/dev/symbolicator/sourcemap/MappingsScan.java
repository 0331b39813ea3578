package dev.symbolicator.sourcemap;

/**
 * Validates the {@code mappings} of one map in one pass over the bytes of the JSON text, and notes
 * where blocks of them begin (see {@link MappingBlocks}). It takes only mappings that can be read
 * again where they stand without any further question: grammar without a fault, positions sorted,
 * every index and position in range, no escape in the string, no number written with digits it does
 * not need. Those of nearly all build tools are so; the others are read by {@link MappingsDecoder},
 * which knows every rule, reports every problem, and costs several times as much.
 *
 * <p>Opening a map spends most of its time in this loop, 11 to 15 ns for each segment, a good part
 * of it in mispredicted branches, since how many characters a field has is random. What keeps it
 * there:
 *
 * <ul>
 *   <li>All state is in local variables, and how far the offset moves depends on a branch and not
 *       on a number that was computed: the processor reads the next field before it knows this one.
 *       The number and the next offset packed into one {@code long} took twice as long.
 *   <li>The closing quote is a sentinel, so that no end is tested for.
 *   <li>Ranges take a comparison or two for each segment, on sums that cannot overflow unseen: a
 *       number has 31 bits and a sign, so a sum that leaves its range comes out negative, as does
 *       one with what {@link Vlq#number} gives for what is no number.
 *   <li>A block begins after so many bytes and not so many segments. That needs no counter and
 *       bounds what a lookup has to read, even where the mappings are a million semicolons.
 * </ul>
 */
final class MappingsScan {

  private final byte[] text;
  private final int start;
  private final int end;
  private final SectionPlace place;

  /** The content of a JSON string, or of what looks like one: a quote must follow it. */
  MappingsScan(byte[] text, int start, int end, SectionPlace place) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.place = place;
  }

  /** Adds all mappings as a run. False where it does not take them: nothing is added then. */
  boolean addTo(MappingBlocksBuilder blocks) {
    if (place.column() > Integer.MAX_VALUE) {
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
    while (true) {
      for (; text[at] == ';'; at++) {
        line++;
        column = 0;
      }
      if (at == end) {
        return blocks.endRun(text, start, segmentsEnd, rows, line, lastLine, lastColumn);
      }
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
        if (Vlq.beginsNumber(text[at])) {
          length = Vlq.length(text, at);
          source += Vlq.number(text, at, length);
          at += length;
          if (Integer.compareUnsigned(source, sourceCount) >= 0) {
            return false;
          }
          length = Vlq.length(text, at);
          originalLine += Vlq.number(text, at, length);
          at += length;
          length = Vlq.length(text, at);
          originalColumn += Vlq.number(text, at, length);
          at += length;
          if ((originalLine | originalColumn) < 0) {
            return false;
          }
          if (Vlq.beginsNumber(text[at])) {
            length = Vlq.length(text, at);
            name += Vlq.number(text, at, length);
            at += length;
            if (Integer.compareUnsigned(name, nameCount) >= 0) {
              return false;
            }
          }
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

package dev.symbolicator.symbols;

import dev.symbolicator.symbols.Block.Entries;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the source map says of positions at which no function starts, read in place.
 *
 * <p>Mappings stand in chunks of about {@value MappingTableWriter#CHUNK}, in the order of their
 * generated positions, so that a search by halves over the chunks' first positions and a walk over
 * one chunk find any. Each is a few variable-length numbers: a head, which is a kind and what the
 * generated column grows by, and for a mapped one what its original position differs by from the
 * mapped one before it in the chunk. That takes 3 to 5 bytes, where the map's text has 5 to 7;
 * names are left out, since functions have theirs. Of several mappings at one position the first
 * and the last are kept: the outermost construct, and what reaches on.
 */
final class MappingTable {
  /** Low bits of a head: mapped, in the source of the one before. */
  static final int SAME_SOURCE = 0;

  /** Mapped, in a source that follows as a difference. */
  static final int OTHER_SOURCE = 1;

  /** There is no original. */
  static final int UNMAPPED = 2;

  /** No mapping: the generated line grows by the rest of the head, the column begins at 0. */
  static final int LINES = 3;

  static final int KIND_BITS = 2;

  private final Entries lines;
  private final Entries columns;
  private final Entries starts;
  private final Entries mappings;

  MappingTable(Block block) {
    lines = block.section(Section.CHUNK_LINES);
    columns = block.section(Section.CHUNK_COLUMNS);
    starts = block.section(Section.CHUNK_STARTS);
    mappings = block.section(Section.MAPPINGS);
  }

  /**
   * The original of a position: that of the first mapping exactly there, else of the last one at or
   * before it, also on an earlier line.
   *
   * @return null where nothing precedes it, or what does is unmapped
   */
  @Nullable Place find(int line, int column) {
    int chunk = chunkOf(line, column);
    return chunk < 0 ? null : new MappingWalk(chunk).find(((long) line << Integer.SIZE) + column);
  }

  /** The last chunk that begins at or before a position, -1 for none. */
  private int chunkOf(int line, int column) {
    int first = lines.lowerBound(0, lines.count(), line);
    int end = first;
    if (first < lines.count() && lines.get(first) == line) {
      end =
          line == Integer.MAX_VALUE
              ? lines.count()
              : lines.lowerBound(first, lines.count(), line + 1);
      end = column == Integer.MAX_VALUE ? end : columns.lowerBound(first, end, column + 1);
    }
    return end - 1;
  }

  /** Goes over one chunk. */
  private final class MappingWalk {
    private final int end;
    private int at;
    private int line;
    private int column;
    private int source;
    private int originalLine;
    private int originalColumn;
    private boolean mapped;

    MappingWalk(int chunk) {
      at = starts.get(chunk);
      end = starts.get(chunk + 1);
      Objects.checkFromToIndex(at, end, mappings.count());
      line = lines.get(chunk);
      column = columns.get(chunk);
    }

    @Nullable Place find(long wanted) {
      boolean found = false;
      int foundSource = 0;
      long foundOriginal = 0;
      while (next()) {
        long position = Positions.of(line, column);
        if (position > wanted) {
          break;
        }
        found = mapped;
        foundSource = source;
        foundOriginal = Positions.of(originalLine, originalColumn);
        if (position == wanted && mapped) {
          break; // the first there
        }
      }
      return found ? new Place(foundSource, foundOriginal) : null;
    }

    private boolean next() {
      while (at < end) {
        long head = unsigned();
        int kind = (int) head & ((1 << KIND_BITS) - 1);
        int step = (int) (head >>> KIND_BITS);
        if (kind == LINES) {
          line += step;
          column = 0;
          continue;
        }
        column += step;
        mapped = kind != UNMAPPED;
        if (mapped) {
          source += kind == OTHER_SOURCE ? signed() : 0;
          originalLine += signed();
          originalColumn += signed();
        }
        return true;
      }
      return false;
    }

    private int signed() {
      long number = unsigned();
      return (int) ((number >>> 1) ^ -(number & 1));
    }

    private long unsigned() {
      long number = 0;
      for (int shift = 0; ; shift += 7) {
        int digit = mappings.get(at++);
        number |= (long) (digit & 0x7f) << shift;
        if (digit < 0x80) {
          return number;
        }
      }
    }
  }
}

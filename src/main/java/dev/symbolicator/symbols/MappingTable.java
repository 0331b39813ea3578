package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.ByteSink;
import dev.symbolicator.symbols.Block.Entries;
import dev.symbolicator.symbols.Block.NumberWalk;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.symbols.Positions.Place;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds, in place, the original of positions at which no function starts, by binary search over
 * chunks of about {@value MappingTableWriter#CHUNK} mappings and a walk over one chunk.
 *
 * <p>A mapping is a few variable-length numbers: a head with a kind and the difference to the
 * column before, then the differences to the last original position in the chunk. Behind a line's
 * last mapping stands the line's length, if the script is known. A mapping takes 3 to 5 bytes,
 * where the map's text has 5 to 7. Of several mappings at one position only the last is kept, as in
 * {@link dev.symbolicator.sourcemap.SourceMapView#lastMappings}.
 */
final class MappingTable {
  /** In the low bits of a head: mapped, in the source of the mapping before. */
  static final int SAME_SOURCE = 0;

  /** Mapped, in a source that follows as a difference to the source before. */
  static final int OTHER_SOURCE = 1;

  /** Without an original. */
  static final int UNMAPPED = 2;

  /**
   * No mapping: the rest of the head is added to the line, and the column is 0. If the rest is 0,
   * the difference from the last column to the line's length follows.
   */
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
   * Finds the original of a position: that of the last mapping at or before it, also on an earlier
   * line; null if there is none, or it has no original.
   */
  @Nullable Place find(int line, int column) {
    return find(line, column, 0);
  }

  /** Like {@link #find}, but a mapping on an earlier line does not count. */
  @Nullable Place findOnLine(int line, int column) {
    return find(line, column, line);
  }

  long lastBefore(int line, int column) {
    int chunk = chunkOf(line, column);
    return chunk < 0 ? -1 : new MappingWalk(chunk).last(Positions.of(line, column));
  }

  private @Nullable Place find(int line, int column, int firstLine) {
    int chunk = chunkOf(line, column);
    return chunk < 0
        ? null
        : new MappingWalk(chunk).find(((long) line << Integer.SIZE) + column, firstLine);
  }

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

  private final class MappingWalk extends NumberWalk {
    private final int end;
    private int line;
    private int column;
    private int source;
    private int originalLine;
    private int originalColumn;
    private boolean mapped;
    private int endedLine = -1;
    private int length;

    MappingWalk(int chunk) {
      super(mappings, starts.get(chunk));
      end = starts.get(chunk + 1);
      Objects.checkFromToIndex(at, end, mappings.count());
      line = lines.get(chunk);
      column = columns.get(chunk);
    }

    @Nullable Place find(long wanted, int firstLine) {
      boolean found = false;
      int foundSource = 0;
      long foundOriginal = 0;
      while (next()) {
        long position = Positions.of(line, column);
        if (position > wanted) {
          break;
        }
        found = mapped && line >= firstLine;
        foundSource = source;
        foundOriginal = Positions.of(originalLine, originalColumn);
      }
      boolean isOutside = Positions.line(wanted) == endedLine && Positions.column(wanted) > length;
      return found && !isOutside ? new Place(foundSource, foundOriginal) : null;
    }

    long last(long wanted) {
      long last = -1;
      while (next()) {
        long position = Positions.of(line, column);
        if (position > wanted) {
          break;
        }
        last = position;
      }
      return last;
    }

    private boolean next() {
      while (at < end) {
        long head = unsigned();
        int kind = (int) head & ((1 << KIND_BITS) - 1);
        int step = (int) (head >>> KIND_BITS);
        if (kind == LINES && step == 0) {
          endedLine = line;
          length = column + (int) unsigned();
          continue;
        }
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
  }

  static final class MappingTableWriter {
    static final int CHUNK = 64;

    private final @Nullable Lines scriptLines;
    private final Ints lines;
    private final Ints columns;
    private final Ints starts;
    private final ByteSink bytes;
    private int inChunk = CHUNK;
    private int measuredLine = -1;
    private int lineLength = Integer.MAX_VALUE;
    private int line;
    private int column;
    private int source;
    private int originalLine;
    private int originalColumn;

    private MappingTableWriter(@Nullable Lines scriptLines, Allowance allowance) {
      this.scriptLines = scriptLines;
      lines = new Ints(allowance);
      columns = new Ints(allowance);
      starts = new Ints(allowance);
      bytes = new ByteSink(allowance);
    }

    /**
     * Writes the mappings of a map which has one at each place, except those outside of the script.
     */
    static void write(
        SourceMap map, @Nullable Lines scriptLines, BlockWriter block, Allowance allowance) {
      MappingTableWriter writer = new MappingTableWriter(scriptLines, allowance);
      writer.addAll(map.mappingsFrom(0, 0));
      writer.write(block);
    }

    private void write(BlockWriter block) {
      starts.add(bytes.size());
      block.numbers(Section.CHUNK_LINES, lines);
      block.numbers(Section.CHUNK_COLUMNS, columns);
      block.numbers(Section.CHUNK_STARTS, starts);
      block.bytes(Section.MAPPINGS, bytes);
    }

    private void addAll(MappingCursor cursor) {
      boolean any = false;
      while (cursor.next()) {
        if (isOutside(cursor)) {
          continue;
        }
        if (any && cursor.generatedLine() != line) {
          endLine();
        }
        any = true;
        begin(cursor);
        add(cursor);
      }
      if (any) {
        endLine();
      }
    }

    private boolean isOutside(MappingCursor mapping) {
      if (scriptLines != null && mapping.generatedLine() != measuredLine) {
        measuredLine = mapping.generatedLine();
        lineLength = measuredLine < scriptLines.count() ? scriptLines.length(measuredLine) : -1;
      }
      return mapping.generatedColumn() > lineLength;
    }

    private void endLine() {
      if (scriptLines != null) {
        head(0, MappingTable.LINES);
        bytes.unsigned((long) scriptLines.length(line) - column);
      }
    }

    private void begin(MappingCursor mapping) {
      if (inChunk < CHUNK) {
        return;
      }
      inChunk = 0;
      lines.add(mapping.generatedLine());
      columns.add(mapping.generatedColumn());
      starts.add(bytes.size());
      line = mapping.generatedLine();
      column = mapping.generatedColumn();
      source = 0;
      originalLine = 0;
      originalColumn = 0;
    }

    private void add(MappingCursor mapping) {
      inChunk++;
      if (mapping.generatedLine() != line) {
        head(mapping.generatedLine() - line, MappingTable.LINES);
        line = mapping.generatedLine();
        column = 0;
      }
      long step = (long) mapping.generatedColumn() - column;
      column = mapping.generatedColumn();
      if (!mapping.isMapped()) {
        head(step, MappingTable.UNMAPPED);
        return;
      }
      if (mapping.source() == source) {
        head(step, MappingTable.SAME_SOURCE);
      } else {
        head(step, MappingTable.OTHER_SOURCE);
        bytes.signed((long) mapping.source() - source);
      }
      bytes.signed((long) mapping.originalLine() - originalLine);
      bytes.signed((long) mapping.originalColumn() - originalColumn);
      source = mapping.source();
      originalLine = mapping.originalLine();
      originalColumn = mapping.originalColumn();
    }

    private void head(long step, int kind) {
      bytes.unsigned((step << MappingTable.KIND_BITS) | kind);
    }
  }
}

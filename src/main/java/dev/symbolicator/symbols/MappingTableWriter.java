package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import org.jspecify.annotations.Nullable;

/** Writes a map's mappings as {@link MappingTable} reads them. */
final class MappingTableWriter {
  /** Mappings in a chunk. */
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
   * Writes the mappings of a map, which has one at each place. Mappings outside of the script are
   * left out.
   *
   * @param scriptLines the lines of the script; null if the script is not known
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

  /** Adds the length of the line of the last mapping. */
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

package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;

/** Collects runs of mappings and builds {@link MappingBlocks} from them. */
final class MappingBlocksBuilder {

  /** A state that the builder can return to. */
  record BlocksMark(int blocks, int spans, int rows, long last, boolean isSorted) {}

  private final SourceMapLimits limits;
  private final Allowance allowance;
  private final ByteSpans text;
  private long[] positions = {};
  private int[] sums = {};
  private byte[] rows = {};
  private int blockCount;
  private int rowCount;
  private long last = -1;
  private boolean isSorted = true;

  private SectionPlace place = new SectionPlace(0, 0, 0, 0, 0, 0);
  private int firstBlock;
  private int firstRow;

  MappingBlocksBuilder(SourceMapLimits limits, Allowance allowance) {
    this.allowance = allowance;
    text = new ByteSpans(allowance);
    this.limits = limits;
  }

  /** Returns the number of mappings so far. */
  int rowCount() {
    return rowCount;
  }

  /** Returns the last mapping's position, in the form of {@link MappingBlocks#position}, or -1. */
  long last() {
    return last;
  }

  BlocksMark mark() {
    return new BlocksMark(blockCount, text.count(), rowCount, last, isSorted);
  }

  void reset(BlocksMark mark) {
    blockCount = mark.blocks();
    text.truncate(mark.spans());
    rowCount = mark.rows();
    last = mark.last();
    isSorted = mark.isSorted();
  }

  void beginRun(SectionPlace newPlace, int bytes) {
    place = newPlace;
    firstBlock = blockCount;
    if (blockCount == 0) {
      resize(bytes / MappingBlocks.BLOCK_BYTES + 1);
    }
  }

  void cancelRun() {
    blockCount = firstBlock;
  }

  /**
   * Begins a block with a segment.
   *
   * @param line generated line of the segment, relative to the run
   * @param column generated column of the segment
   * @param offset offset of the segment in the text of the run
   * @param row 0-based index of the segment in the run
   * @param source sum of the source fields before the segment; the next three are alike
   */
  void add(
      int line,
      int column,
      int offset,
      int row,
      int source,
      int originalLine,
      int originalColumn,
      int name) {
    if (blockCount == positions.length) {
      resize(blockCount + blockCount / 2 + 4);
    }
    endBlock(row);
    firstRow = row;
    positions[blockCount] = MappingBlocks.position(place.line() + line, column);
    int at = blockCount * MappingBlocks.STRIDE;
    sums[at + MappingBlocks.OFFSET] = text.length() + offset;
    sums[at + MappingBlocks.SOURCE] = place.firstSource() + source;
    sums[at + MappingBlocks.ORIGINAL_LINE] = originalLine;
    sums[at + MappingBlocks.ORIGINAL_COLUMN] = originalColumn;
    sums[at + MappingBlocks.NAME] = place.firstName() + name;
    blockCount++;
  }

  /**
   * Ends a run.
   *
   * @param bytes the array that holds the run's text, from {@code start} to before {@code end}; the
   *     byte at {@code end} is kept too
   * @param runRows the number of mappings in the run
   * @param lines the number of lines after the first line of the run
   * @param lastLine line of the last mapping, relative to the run
   * @param lastColumn column of the last mapping
   * @return false if the run exceeds a limit; the caller cancels the run then
   */
  boolean endRun(
      byte[] bytes, int start, int end, int runRows, int lines, int lastLine, int lastColumn) {
    if ((long) rowCount + runRows > limits.segments()
        || (long) place.line() + lines >= limits.generatedLines()) {
      return false;
    }
    endBlock(runRows);
    if (runRows > 0) {
      isSorted &= positions[firstBlock] >= last;
      last = MappingBlocks.position(place.line() + lastLine, lastColumn);
      rowCount += runRows;
      text.add(bytes, start, end + 1);
    }
    return true;
  }

  /** Notes the number of segments in the last block, which ends before a row of the run. */
  private void endBlock(int row) {
    if (blockCount > firstBlock) {
      rows[blockCount - 1] = (byte) (row - firstRow);
    }
  }

  MappingBlocks build() {
    MappingBlocks built = inOrderOfRuns();
    if (isSorted) {
      return built;
    }
    try (Allowance sorting = allowance.part()) {
      MappingColumns.ColumnsBuilder table = new MappingColumns.ColumnsBuilder(sorting);
      table.addAll(built.range(0, Long.MAX_VALUE));
      MappingBlocksBuilder inOrder = new MappingBlocksBuilder(limits, allowance);
      new RowsEncoder(table.sorted(), sorting).addTo(inOrder);
      return inOrder.inOrderOfRuns();
    }
  }

  private MappingBlocks inOrderOfRuns() {
    if (positions.length - blockCount > blockCount / 16) {
      resize(blockCount);
    }
    return new MappingBlocks(text.toArray(), positions, sums, rows, blockCount, rowCount);
  }

  private void resize(int capacity) {
    positions = allowance.resize(positions, capacity);
    sums = allowance.resize(sums, capacity * MappingBlocks.STRIDE);
    rows = allowance.resize(rows, capacity);
  }
}

package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;

/** Collects the runs that make {@link MappingBlocks}. */
final class MappingBlocksBuilder {

  /** How far a builder had come. */
  record BlocksMark(int blocks, int spans, int rows, long last, boolean sorted) {}

  private final SourceMapLimits limits;
  private final Allowance allowance;
  private final ByteSpans text;
  private long[] positions = {};
  private int[] sums = {};
  private byte[] rows = {};
  private int blockCount;
  private int rowCount;
  private long last = -1;
  private boolean sorted = true;

  private SectionPlace place = new SectionPlace(0, 0, 0, 0, 0, 0);
  private int firstBlock;
  private int firstRow;

  MappingBlocksBuilder(SourceMapLimits limits, Allowance allowance) {
    this.allowance = allowance;
    text = new ByteSpans(allowance);
    this.limits = limits;
  }

  /** How many mappings there are so far. */
  int rowCount() {
    return rowCount;
  }

  /** The position of the last mapping of the last run, -1 where it had none. */
  long last() {
    return last;
  }

  BlocksMark mark() {
    return new BlocksMark(blockCount, text.count(), rowCount, last, sorted);
  }

  void reset(BlocksMark mark) {
    blockCount = mark.blocks();
    text.truncate(mark.spans());
    rowCount = mark.rows();
    last = mark.last();
    sorted = mark.sorted();
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

  /** Begins a block; all numbers are relative to the run. */
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
   * @param bytes where its text is, from {@code start} to {@code end}, where one byte more follows
   * @param runRows how many mappings it has
   * @param lines how many lines follow its first one
   * @param lastLine line of the last mapping, relative to the run
   * @param lastColumn column of the last mapping
   * @return whether the limits allow it
   */
  boolean endRun(
      byte[] bytes, int start, int end, int runRows, int lines, int lastLine, int lastColumn) {
    if ((long) rowCount + runRows > limits.segments()
        || (long) place.line() + lines >= limits.generatedLines()) {
      return false;
    }
    endBlock(runRows);
    if (runRows > 0) {
      sorted &= positions[firstBlock] >= last;
      last = MappingBlocks.position(place.line() + lastLine, lastColumn);
      rowCount += runRows;
      text.add(bytes, start, end + 1);
    }
    return true;
  }

  /** Notes how many segments the last block has, when it is known how many the run has so far. */
  private void endBlock(int row) {
    if (blockCount > firstBlock) {
      rows[blockCount - 1] = (byte) (row - firstRow);
    }
  }

  MappingBlocks build() {
    MappingBlocks built = inOrderOfRuns();
    if (sorted) {
      return built;
    }
    try (Allowance sorting = allowance.part()) {
      MappingColumns.ColumnsBuilder table = new MappingColumns.ColumnsBuilder(sorting);
      table.add(built.range(0, Long.MAX_VALUE));
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

package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.sourcemap.MappingColumns.RowsEncoder;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import dev.symbolicator.sourcemap.StringList.ByteSpans;
import dev.symbolicator.sourcemap.Vlq.VlqWord;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All mappings of a map, sorted: a copy of the text of {@code mappings} in blocks, each with the
 * sums of all fields before its first segment. A look-up finds a block by bisection and decodes
 * half a block on average, some 12 segments.
 *
 * <p>This is nearly the smallest form that can be searched (five to seven bytes of text a segment,
 * one for its share of a block; columns of ints take 24, objects 40 to 150), and the fastest to
 * make, since the text is copied. With blocks of 160 bytes, the maps of npm packages take 6.1 to
 * 10.1 bytes a segment, names and sources included; smaller blocks make look-ups faster and maps
 * larger.
 *
 * <p>A look-up in a large map mostly waits for memory, so it first searches an array small enough
 * for a cache, then the positions of a group of blocks, without branches.
 *
 * <p>The text is a sequence of runs, each of one map or section. Sums start anew with each run,
 * which begins a new block, so only blocks contain a section's offset. Text after a block's last
 * segment (semicolons) belongs to no segment, so a block stores its number of rows.
 */
final class MappingBlocks {

  /** The first segment after this many bytes of text begins a new block. */
  static final int BLOCK_BYTES = 160;

  static final int STRIDE = 5;
  static final int OFFSET = 0;
  static final int SOURCE = 1;

  static final int ORIGINAL_LINE = 2;
  static final int ORIGINAL_COLUMN = 3;
  static final int NAME = 4;

  /** An array of the groups' first positions fits into a cache. */
  private static final int GROUP_BLOCKS = 32;

  final byte[] text;
  private final long[] positions;
  private final long[] groups;
  private final int[] sums;
  private final byte[] rows;
  final int blockCount;
  final int rowCount;

  /**
   * Keeps the arrays, without a copy. A byte that is not a digit must follow the text's last
   * segment; positions, as of {@link #position}, are alone, since a bisection reads only these.
   */
  MappingBlocks(
      byte[] text, long[] positions, int[] sums, byte[] rows, int blockCount, int rowCount) {
    this.text = text;
    this.positions = positions;
    groups = new long[(blockCount + GROUP_BLOCKS - 1) / GROUP_BLOCKS];
    Arrays.setAll(groups, group -> positions[group * GROUP_BLOCKS]);
    this.sums = sums;
    this.rows = rows;
    this.blockCount = blockCount;
    this.rowCount = rowCount;
  }

  /** Returns a position as one number that compares alike; one before line 0 becomes negative. */
  static long position(int line, int column) {
    return line < 0 ? -1 : ((long) line << Integer.SIZE) + column;
  }

  @Nullable BlockCursor floor(long position) {
    int block = lastBlockUpTo(position);
    return block < 0 ? null : new BlockCursor(this, block, position);
  }

  BlockCursor range(long from, long to) {
    BlockCursor cursor = new BlockCursor(this, lastBlockUpTo(from - 1), from - 1);
    cursor.limit(to - 1);
    return cursor;
  }

  long retainedBytes() {
    return text.length
        + (long) Long.BYTES * (positions.length + groups.length)
        + (long) Integer.BYTES * sums.length
        + rows.length;
  }

  int sum(int block, int field) {
    return sums[block * STRIDE + field];
  }

  int rowsOf(int block) {
    return rows[block] & 0xFF;
  }

  boolean isWithinLine(int block) {
    return block + 1 < blockCount
        && positions[block] >> Integer.SIZE == positions[block + 1] >> Integer.SIZE;
  }

  long positionOf(int block) {
    return positions[block];
  }

  private int lastBlockUpTo(long position) {
    if (blockCount == 0 || positions[0] > position) {
      return -1;
    }
    int group = lastUpTo(position, groups, 0, groups.length);
    int first = group * GROUP_BLOCKS;
    return lastUpTo(position, positions, first, Math.min(GROUP_BLOCKS, blockCount - first));
  }

  /** The first must be at or before. No branch: it would be mispredicted every other time. */
  private static int lastUpTo(long position, long[] positions, int from, int count) {
    int last = from;
    for (int left = count; left > 1; ) {
      int half = left >>> 1;
      last += half & (int) ((positions[last + half] - position - 1) >> 63);
      left -= half;
    }
    return last;
  }

  static final class MappingBlocksBuilder {

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

    int rowCount() {
      return rowCount;
    }

    /**
     * Returns the last mapping's position, in the form of {@link MappingBlocks#position}, or -1.
     */
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
     * Begins a block with a segment, whose line is relative to the run; {@code source} and the next
     * three are sums of the fields before.
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
     * Ends a run, whose lines are relative to it; the byte at {@code end} is kept too. Returns
     * false if the run exceeds a limit; the caller cancels it then.
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

  /**
   * Within a long line, the cursor takes a segment's last fields from one word, like {@link
   * MappingsScan}.
   */
  static final class BlockCursor implements MappingCursor {

    private final MappingBlocks blocks;
    private final byte[] text;
    private long limit;

    private int block;
    private int rowsLeft;
    private int offset;

    private int generatedLine;
    private int generatedColumn;
    private int source;
    private int originalLine;
    private int originalColumn;
    private int name;

    /** The number of fields in the segment of the current row: 1, 4 or 5. */
    private int fields;

    /**
     * Creates a cursor on the last mapping of a block at or before a position; before all for block
     * -1.
     */
    BlockCursor(MappingBlocks blocks, int block, long position) {
      this.blocks = blocks;
      text = blocks.text;
      limit = position;
      this.block = block;
      if (block >= 0) {
        enterBlock();
        advance(rowsLeft);
      }
    }

    void limit(long newLimit) {
      limit = newLimit;
    }

    @Override
    public boolean next() {
      return rowsLeft > 0 ? advance(1) : nextBlock();
    }

    private boolean nextBlock() {
      if (block + 1 == blocks.blockCount || blocks.positionOf(block + 1) > limit) {
        return false;
      }
      block++;
      enterBlock();
      return advance(1);
    }

    private void enterBlock() {
      offset = blocks.sum(block, MappingBlocks.OFFSET);
      long position = blocks.positionOf(block);
      int delta = Vlq.number(text, offset, Vlq.length(text, offset));
      generatedLine = (int) (position >> Integer.SIZE);
      generatedColumn = (int) position - delta;
      source = blocks.sum(block, MappingBlocks.SOURCE);
      originalLine = blocks.sum(block, MappingBlocks.ORIGINAL_LINE);
      originalColumn = blocks.sum(block, MappingBlocks.ORIGINAL_COLUMN);
      name = blocks.sum(block, MappingBlocks.NAME);
      rowsLeft = blocks.rowsOf(block);
    }

    /** Moves on by some rows of this block; false if the limit stops the cursor earlier. */
    private boolean advance(int rows) {
      byte[] text = this.text;
      long limit = this.limit;
      int line = generatedLine;
      int column = generatedColumn;
      int source = this.source;
      int originalLine = this.originalLine;
      int originalColumn = this.originalColumn;
      int name = this.name;
      int fields = this.fields;
      int end = offset;
      int left = rows;
      int lastWord = blocks.isWithinLine(block) ? text.length - Long.BYTES : -1;
      while (left > 0) {
        int at = text[end] == ',' ? end + 1 : end;
        int nextLine = line;
        int nextColumn = column;
        for (; text[at] == ';'; at++) {
          nextLine++;
          nextColumn = 0;
        }
        int length = Vlq.length(text, at);
        nextColumn += Vlq.number(text, at, length);
        at += length;
        if (MappingBlocks.position(nextLine, nextColumn) > limit) {
          break;
        }
        fields = 1;
        if (Vlq.beginsNumber(text[at])) {
          fields = 4;
          length = Vlq.length(text, at);
          source += Vlq.number(text, at, length);
          at += length;
          length = Vlq.length(text, at);
          originalLine += Vlq.number(text, at, length);
          at += length;
          long word = at <= lastWord ? EightBytes.at(text, at) : VlqWord.NONE;
          long ends = VlqWord.ends(word);
          long separators = VlqWord.separators(word);
          int columnBits = Long.numberOfTrailingZeros(ends) + 1;
          int fieldsBits = Long.numberOfTrailingZeros(separators) - 7;
          int nameBits = fieldsBits - columnBits;
          long fieldEnds = Long.lowestOneBit(ends) | (Long.lowestOneBit(separators) >>> 8);
          int columnValue = VlqWord.upToTwo(word, columnBits);
          int nameValue = VlqWord.upToFour(word >>> columnBits, nameBits);
          // A number with more digits than needed is invalid in a word. At the end of a run, the
          // separator is the next run's, and the name is invalid.
          if (VlqWord.isAscii(word)
              && columnBits <= 16
              && nameBits <= 32
              && (ends & (separators ^ (separators - 1))) == fieldEnds
              && (columnValue | nameValue) >= 0) {
            originalColumn += Vlq.signed(columnValue);
            name += Vlq.signed(nameValue);
            fields = nameBits > 0 ? 5 : 4;
            at += fieldsBits >>> 3;
          } else {
            length = Vlq.length(text, at);
            originalColumn += Vlq.number(text, at, length);
            at += length;
            if (Vlq.beginsNumber(text[at])) {
              fields = 5;
              length = Vlq.length(text, at);
              name += Vlq.number(text, at, length);
              at += length;
            }
          }
        }
        line = nextLine;
        column = nextColumn;
        end = at;
        left--;
      }
      generatedLine = line;
      generatedColumn = column;
      this.source = source;
      this.originalLine = originalLine;
      this.originalColumn = originalColumn;
      this.name = name;
      this.fields = fields;
      offset = end;
      rowsLeft -= rows - left;
      return left == 0;
    }

    long position() {
      return MappingBlocks.position(generatedLine, generatedColumn);
    }

    @Override
    public int generatedLine() {
      return generatedLine;
    }

    @Override
    public int generatedColumn() {
      return generatedColumn;
    }

    @Override
    public boolean isMapped() {
      return fields > 1;
    }

    @Override
    public int source() {
      return isMapped() ? source : -1;
    }

    @Override
    public int originalLine() {
      return isMapped() ? originalLine : -1;
    }

    @Override
    public int originalColumn() {
      return isMapped() ? originalColumn : -1;
    }

    @Override
    public int name() {
      return fields == 5 ? name : Mapping.NO_NAME;
    }
  }
}

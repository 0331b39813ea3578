package dev.symbolicator.sourcemap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All mappings of a map, sorted. Keeps a copy of the text of {@code mappings}, divided into blocks.
 * For each block, keeps the sums of all fields before its first segment. A lookup finds a block by
 * bisection, and decodes only that block.
 *
 * <p>This form is nearly the smallest that can be searched: a segment takes five to seven bytes of
 * text, and one byte for its share of a block. Columns of ints take 24 bytes for a segment, objects
 * 40 to 150. This form is also the fastest to make, since the text is copied and not rewritten. In
 * return, a lookup decodes half a block on average, some 12 segments. With blocks of 160 bytes, the
 * maps of npm packages take 6.1 to 10.1 bytes for a segment, names and sources included. Smaller
 * blocks make lookups faster and maps larger: a block takes 29 bytes besides its text.
 *
 * <p>A lookup in a large map mostly waits for memory. So the lookup first searches an array small
 * enough for a cache, then the few positions of a group of blocks. Neither search has a branch.
 *
 * <p>The text is a sequence of runs: each holds the mappings of one map, or of one section of an
 * index map. The sums start anew with each run, which also begins a new block. So the text of a
 * section is copied as it is, and only the blocks contain the section's offset. Text after the last
 * segment of a block (semicolons, the rest of a line) belongs to no segment. Therefore a block
 * stores its number of rows, and a lookup never reads beyond its block.
 */
final class MappingBlocks {

  /** The first segment after this many bytes of text begins a new block. */
  static final int BLOCK_BYTES = 160;

  /** How many numbers a block has besides its position; the next constants are their indices. */
  static final int STRIDE = 5;

  /** The offset in the text of the block's first segment. */
  static final int OFFSET = 0;

  /** The source that the first segment's field is relative to; the next three are alike. */
  static final int SOURCE = 1;

  static final int ORIGINAL_LINE = 2;
  static final int ORIGINAL_COLUMN = 3;
  static final int NAME = 4;

  /** The number of blocks in a group. An array of the groups' first positions fits into a cache. */
  private static final int GROUP_BLOCKS = 32;

  private final byte[] text;
  private final long[] positions;
  private final long[] groups;
  private final int[] sums;
  private final byte[] rows;
  private final int blockCount;
  private final int rowCount;

  /**
   * Keeps the arrays, without a copy.
   *
   * @param text the text of the segments; a byte that is not a digit must follow the last segment
   * @param positions the generated position of each block's first segment, in the form of {@link
   *     #position}; in their own array, since a bisection reads only these
   * @param sums {@link #STRIDE} numbers for each block
   * @param rows the number of segments in each block
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

  /**
   * Returns a generated position as one number; positions compare like their numbers. Any ints may
   * be given: a position before line 0 becomes negative.
   */
  static long position(int line, int column) {
    return line < 0 ? -1 : ((long) line << Integer.SIZE) + column;
  }

  /** Returns the number of mappings. */
  int rowCount() {
    return rowCount;
  }

  /** Returns a cursor on the last mapping at or before a position; null if there is none. */
  @Nullable BlockCursor floor(long position) {
    int block = lastBlockUpTo(position);
    return block < 0 ? null : new BlockCursor(this, block, position);
  }

  /** Returns a cursor over the mappings from one position to before another. */
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

  byte[] text() {
    return text;
  }

  int blockCount() {
    return blockCount;
  }

  /** Returns one of the numbers of a block, see {@link #STRIDE}. */
  int sum(int block, int field) {
    return sums[block * STRIDE + field];
  }

  /** Returns the number of mappings in a block. */
  int rowsOf(int block) {
    return rows[block] & 0xFF;
  }

  /** Tells whether a block and the first segment of the next block are all on one line. */
  boolean isWithinLine(int block) {
    return block + 1 < blockCount
        && positions[block] >> Integer.SIZE == positions[block + 1] >> Integer.SIZE;
  }

  /** Returns the position of a block's first mapping. */
  long positionOf(int block) {
    return positions[block];
  }

  /** Returns the last block that begins at or before a position; -1 if there is none. */
  private int lastBlockUpTo(long position) {
    if (blockCount == 0 || positions[0] > position) {
      return -1;
    }
    int group = lastUpTo(position, groups, 0, groups.length);
    int first = group * GROUP_BLOCKS;
    return lastUpTo(position, positions, first, Math.min(GROUP_BLOCKS, blockCount - first));
  }

  /**
   * Returns the index of the last position, among {@code count}, at or before the given position.
   * The first of them must be at or before. The search has no branch, since a branch would be
   * mispredicted every other time.
   */
  private static int lastUpTo(long position, long[] positions, int from, int count) {
    int last = from;
    for (int left = count; left > 1; ) {
      int half = left >>> 1;
      last += half & (int) ((positions[last + half] - position - 1) >> 63);
      left -= half;
    }
    return last;
  }
}

package dev.symbolicator.sourcemap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All mappings of a map, sorted: a copy of the text of {@code mappings}, and for each block of it
 * what the sums of all fields are where it begins. A lookup searches the blocks by bisection and
 * decodes one of them.
 *
 * <p>This is about the smallest form that can be searched: five to seven bytes of text for a
 * segment and one byte for its share of a block, where columns of ints take 24 and objects 40 to
 * 150. It is also the fastest to make, since the text is copied and not rewritten. A lookup pays
 * for it by decoding half a block on average, some 12 segments. With blocks of 160 bytes the maps
 * of npm packages take 6.1 to 10.1 bytes for a segment, names and sources included. Smaller blocks
 * make lookups faster and maps larger: a block takes 29 bytes besides its text.
 *
 * <p>What a lookup in a large map waits for is memory. So it searches an array small enough for a
 * cache first, then the few positions of a group of blocks, and neither with a branch.
 *
 * <p>A text is a sequence of runs: the mappings of one map, or of one section of an index map. The
 * sums start anew with each run, as does a block, so the sections of an index map are copied as
 * they are and their offsets stand only in the blocks. Text behind the last segment of a block
 * (semicolons, what is left of a line) belongs to no segment; that is why a block knows its rows,
 * and a lookup never reads more than a block.
 */
final class MappingBlocks {

  /** After so many bytes of text a new block begins with the next segment. */
  static final int BLOCK_BYTES = 160;

  /** Numbers for each block besides its position: the fields that follow, in this order. */
  static final int STRIDE = 5;

  /** Where in the text the block begins, which is with a segment. */
  static final int OFFSET = 0;

  /** What the first segment's source is relative to; the other three likewise. */
  static final int SOURCE = 1;

  static final int ORIGINAL_LINE = 2;
  static final int ORIGINAL_COLUMN = 3;
  static final int NAME = 4;

  /** Of so many blocks the first one's position stands in an array that caches can hold. */
  private static final int GROUP_BLOCKS = 32;

  private final byte[] text;
  private final long[] positions;
  private final long[] groups;
  private final int[] sums;
  private final byte[] rows;
  private final int blockCount;
  private final int rowCount;

  /**
   * Takes the arrays as they are.
   *
   * @param text what the segments are written in; some byte that is no digit must follow the last
   * @param positions the generated position of each block's first segment, as {@link #position}
   *     makes it; by themselves, since a bisection reads only them
   * @param sums {@link #STRIDE} numbers for each block
   * @param rows how many segments each block has
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
   * A generated position as one number; positions compare as these do. Any ints are taken: what
   * lies before line 0 is below zero.
   */
  static long position(int line, int column) {
    return line < 0 ? -1 : ((long) line << Integer.SIZE) + column;
  }

  /** How many mappings there are. */
  int rowCount() {
    return rowCount;
  }

  /** A cursor that stands on the last mapping at or before a position; null if there is none. */
  @Nullable BlockCursor floor(long position) {
    int block = lastBlockUpTo(position);
    return block < 0 ? null : new BlockCursor(this, block, position);
  }

  /** A cursor before the first mapping at or after a position, which ends before another one. */
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

  /** One of the numbers of a block. */
  int sum(int block, int field) {
    return sums[block * STRIDE + field];
  }

  /** How many mappings a block has. */
  int rowsOf(int block) {
    return rows[block] & 0xFF;
  }

  /** Whether the segments of a block are all of one line, and so is the next block's first. */
  boolean isWithinLine(int block) {
    return block + 1 < blockCount
        && positions[block] >> Integer.SIZE == positions[block + 1] >> Integer.SIZE;
  }

  /** The position of a block's first mapping. */
  long positionOf(int block) {
    return positions[block];
  }

  /** The last block that begins at or before a position, -1 where there is none. */
  private int lastBlockUpTo(long position) {
    if (blockCount == 0 || positions[0] > position) {
      return -1;
    }
    int group = lastUpTo(position, groups, 0, groups.length);
    int first = group * GROUP_BLOCKS;
    return lastUpTo(position, positions, first, Math.min(GROUP_BLOCKS, blockCount - first));
  }

  /**
   * The index of the last position up to another one, out of some of which the first is. Without a
   * branch, since each would be mispredicted every other time.
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

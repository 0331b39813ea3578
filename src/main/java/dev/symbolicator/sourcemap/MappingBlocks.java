package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * All mappings of a map, sorted: a copy of the text of {@code mappings}, and for each block of it
 * what the sums of all fields are where it begins. A lookup searches the blocks by bisection and
 * decodes one of them.
 *
 * <p>This is the smallest form that can be searched at all: five to seven bytes of text for a
 * segment and one byte for its share of a block, where columns of ints take 24 and objects 40 to
 * 150. It is also the fastest to make, since the text is copied and not rewritten. A lookup pays
 * for it with the decoding of half a block on average, some 15 segments.
 *
 * <p>A text is a sequence of runs: the mappings of one map, or of one section of an index map. The
 * sums start anew with each run, as does a block, so the sections of an index map are copied as
 * they are and their offsets stand only in the blocks. Text behind the last segment of a block
 * (semicolons, what is left of a line) belongs to no segment; that is why a block knows its rows.
 */
final class MappingBlocks {

  /** After so many bytes of text a new block begins with the next segment. */
  static final int BLOCK_BYTES = 192;

  /** Ints for each block: the fields that follow, in this order. */
  static final int STRIDE = 8;

  /** Generated line of the block's first segment. */
  static final int LINE = 0;

  /** Generated column of the block's first segment. */
  static final int COLUMN = 1;

  /** Where in the text the first segment goes on behind its generated column. */
  static final int OFFSET = 2;

  /** How many segments precede the block. */
  static final int ROW = 3;

  /** What the first segment's source is relative to; the other three likewise. */
  static final int SOURCE = 4;

  static final int ORIGINAL_LINE = 5;
  static final int ORIGINAL_COLUMN = 6;
  static final int NAME = 7;

  private final byte[] text;
  private final int[] blocks;
  private final int blockCount;
  private final int rowCount;

  /** Takes the arrays as they are; a byte that is no digit must follow the last segment. */
  MappingBlocks(byte[] text, int[] blocks, int blockCount, int rowCount) {
    this.text = text;
    this.blocks = blocks;
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
    return text.length + (long) Integer.BYTES * blocks.length;
  }

  byte[] text() {
    return text;
  }

  int blockCount() {
    return blockCount;
  }

  int field(int block, int field) {
    return blocks[block * STRIDE + field];
  }

  /** How many mappings a block has. */
  int rowsOf(int block) {
    int end = block + 1 < blockCount ? field(block + 1, ROW) : rowCount;
    return end - field(block, ROW);
  }

  /** The position of a block's first mapping. */
  long positionOf(int block) {
    return position(field(block, LINE), field(block, COLUMN));
  }

  /** The last block that begins at or before a position, -1 where there is none. */
  private int lastBlockUpTo(long position) {
    int low = 0;
    int high = blockCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (positionOf(middle) <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}

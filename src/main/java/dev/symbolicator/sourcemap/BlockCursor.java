package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;

/**
 * Decodes the mappings in {@link MappingBlocks} one after another. Within a long line, the cursor
 * takes a segment's last fields from one word, like {@link MappingsScan} and for its reason.
 */
final class BlockCursor implements MappingCursor {

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
   * Creates a cursor on the last mapping of a block at or before a position.
   *
   * @param block the block; -1 for a cursor before the first mapping of all
   * @param position a position that is not before the block's first mapping, see {@link
   *     MappingBlocks#position}
   */
  BlockCursor(MappingBlocks blocks, int block, long position) {
    this.blocks = blocks;
    text = blocks.text();
    limit = position;
    this.block = block;
    if (block >= 0) {
      enterBlock();
      advance(rowsLeft);
    }
  }

  /** Sets the last position that the cursor may reach. */
  void limit(long newLimit) {
    limit = newLimit;
  }

  @Override
  public boolean next() {
    return rowsLeft > 0 ? advance(1) : nextBlock();
  }

  private boolean nextBlock() {
    if (block + 1 == blocks.blockCount() || blocks.positionOf(block + 1) > limit) {
      return false;
    }
    block++;
    enterBlock();
    return advance(1);
  }

  /** Moves to the start of the block, before its first row. */
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

  /** Moves on by some rows of this block; returns false if the limit stops the cursor earlier. */
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

  /** Returns the generated position, in the form of {@link MappingBlocks#position}. */
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

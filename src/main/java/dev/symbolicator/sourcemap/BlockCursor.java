package dev.symbolicator.sourcemap;

/**
 * Decodes the mappings in {@link MappingBlocks} one after another. Within a long line it takes the
 * last fields of a segment out of one word, as {@link MappingsScan} does and for the same reason.
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

  /** How many fields the segment of the current row has: 1, 4 or 5. */
  private int fields;

  /**
   * A cursor on the last mapping of a block up to a position, which is not before the block's
   * first; before the first mapping of all where the block is -1.
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

  /** From now on the cursor ends behind another position. */
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

  /** Goes to where a block begins, before its first row. */
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

  /** Moves on by some rows of this block, but not beyond the limit; whether it moved by all. */
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
        long word = at <= lastWord ? VlqWord.load(text, at) : VlqWord.NONE;
        long ends = VlqWord.ends(word);
        long separators = VlqWord.separators(word);
        int columnBits = Long.numberOfTrailingZeros(ends) + 1;
        int fieldsBits = Long.numberOfTrailingZeros(separators) - 7;
        int nameBits = fieldsBits - columnBits;
        long fieldEnds = Long.lowestOneBit(ends) | (Long.lowestOneBit(separators) >>> 8);
        int nameValue = VlqWord.upToFour(word >>> columnBits, nameBits);
        // The name is none where a run ends and the separator is one of the next run.
        if (VlqWord.isAscii(word)
            && columnBits <= 16
            && nameBits <= 32
            && (ends & (separators ^ (separators - 1))) == fieldEnds
            && nameValue >= 0) {
          originalColumn += Vlq.signed(VlqWord.upToTwo(word, columnBits));
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

  /** The generated position the cursor stands on. */
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

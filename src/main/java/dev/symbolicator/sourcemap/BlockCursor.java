package dev.symbolicator.sourcemap;

/** Decodes the mappings in {@link MappingBlocks} one after another. */
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
  private boolean mapped;
  private boolean named;

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
      while (rowsLeft > 0 && nextInBlock()) {
        // Up to the position.
      }
    }
  }

  /** From now on the cursor ends behind another position. */
  void limit(long newLimit) {
    limit = newLimit;
  }

  @Override
  public boolean next() {
    return rowsLeft > 0 ? nextInBlock() : nextBlock();
  }

  private boolean nextBlock() {
    if (block + 1 == blocks.blockCount() || blocks.positionOf(block + 1) > limit) {
      return false;
    }
    block++;
    enterBlock();
    return true;
  }

  private void enterBlock() {
    generatedLine = blocks.field(block, MappingBlocks.LINE);
    generatedColumn = blocks.field(block, MappingBlocks.COLUMN);
    source = blocks.field(block, MappingBlocks.SOURCE);
    originalLine = blocks.field(block, MappingBlocks.ORIGINAL_LINE);
    originalColumn = blocks.field(block, MappingBlocks.ORIGINAL_COLUMN);
    name = blocks.field(block, MappingBlocks.NAME);
    rowsLeft = blocks.rowsOf(block) - 1;
    readOriginal(blocks.field(block, MappingBlocks.OFFSET));
  }

  private boolean nextInBlock() {
    int at = offset;
    int line = generatedLine;
    int column = generatedColumn;
    if (text[at] == ',') {
      at++;
    }
    for (; text[at] == ';'; at++) {
      line++;
      column = 0;
    }
    int length = Vlq.length(text, at);
    column += Vlq.number(text, at, length);
    if (MappingBlocks.position(line, column) > limit) {
      return false;
    }
    generatedLine = line;
    generatedColumn = column;
    rowsLeft--;
    readOriginal(at + length);
    return true;
  }

  /** Reads what follows a generated column. */
  private void readOriginal(int start) {
    int at = start;
    mapped = Vlq.isDigit(text[at]);
    named = false;
    if (mapped) {
      int length = Vlq.length(text, at);
      source += Vlq.number(text, at, length);
      at += length;
      length = Vlq.length(text, at);
      originalLine += Vlq.number(text, at, length);
      at += length;
      length = Vlq.length(text, at);
      originalColumn += Vlq.number(text, at, length);
      at += length;
      named = Vlq.isDigit(text[at]);
      if (named) {
        length = Vlq.length(text, at);
        name += Vlq.number(text, at, length);
        at += length;
      }
    }
    offset = at;
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
    return mapped;
  }

  @Override
  public int source() {
    return mapped ? source : -1;
  }

  @Override
  public int originalLine() {
    return mapped ? originalLine : -1;
  }

  @Override
  public int originalColumn() {
    return mapped ? originalColumn : -1;
  }

  @Override
  public int name() {
    return named ? name : Mapping.NO_NAME;
  }
}

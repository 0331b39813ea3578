package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Dialect;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import org.jspecify.annotations.Nullable;

/**
 * Everything one version of a script needs to have its profiles symbolicated: one flat block of
 * bytes, the same in memory, in a file and on the wire, and looked up in place. Immutable, shared
 * between threads.
 *
 * <pre>{@code
 * SymbolCompilation made = SymbolTable.compile(input, 1024, allowance);
 * if (made instanceof SymbolCompilation.Compiled compiled) {
 *   Symbol symbol = compiled.symbols().lookup(NameStyle.V8).find(0, 8116, "Ee");
 *   store(compiled.symbols().block());
 * }
 * }</pre>
 */
public final class SymbolTable {
  /**
   * Version of the block's form and of the compiler: tables of another one are compiled again.
   * Raised with every change of what a block looks like or of what is put into it.
   */
  public static final int VERSION = 1;

  private static final int COMPLETE = 1;

  private final Block block;
  private final FunctionTable functions;
  private final MappingTable mappings;
  private final SourceTable sources;
  private volatile boolean corrupt;

  private SymbolTable(Block block) {
    this.block = block;
    functions = new FunctionTable(block);
    mappings = new MappingTable(block);
    sources = new SourceTable(block);
  }

  /**
   * Compiles the table of a script.
   *
   * @param maxNameLength the longest original name that is taken, in UTF-16 units
   * @param allowance charged for the table and its compilation, not for the input; the text of a
   *     source is charged while it is scanned
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public static SymbolCompilation compile(
      SymbolInput input, int maxNameLength, Allowance allowance) {
    BlockWriter block = new BlockWriter();
    Functions functions = writeFunctions(input, maxNameLength, allowance, block);
    if (functions.mismatch() != null) {
      return new SymbolCompilation.Mismatch(functions.mismatch());
    }
    MappingTableWriter.write(input.map(), block, allowance);
    SourceTable.write(input.map(), block, allowance);
    SymbolTable table = open(block.finish(functions.complete() ? COMPLETE : 0, allowance));
    if (table == null) {
      throw new IllegalStateException("a block that was just written can be read");
    }
    return new SymbolCompilation.Compiled(table);
  }

  /** What came of a script's functions: why the map is not the script's, or all that is left. */
  private record Functions(@Nullable String mismatch, boolean complete) {}

  /** Most of the memory is needed here only, and not reachable behind it. */
  private static Functions writeFunctions(
      SymbolInput input, int maxNameLength, Allowance allowance, BlockWriter block) {
    try (Allowance part = allowance.part()) {
      Outline outline = Outline.of(input.script(), Dialect.JAVASCRIPT, part);
      String mismatch = MapMatch.mismatch(input.script(), outline.lines(), input.map());
      if (mismatch == null) {
        new SymbolCompiler(input, outline, maxNameLength, part).functions(allowance).write(block);
      }
      return new Functions(mismatch, outline.doubts() == 0);
    }
  }

  /**
   * Opens the block of a table, which must not be changed any more.
   *
   * @return null where it is no block, one of another version, or not as it was written
   */
  public static @Nullable SymbolTable open(byte[] block) {
    Block opened = Block.open(block);
    return opened == null ? null : new SymbolTable(opened);
  }

  /** The table's bytes, to be stored: its own, not a copy. */
  public byte[] block() {
    return block.bytes();
  }

  /**
   * Whether a look-up met a block that contradicts itself, though its checksum is right: somebody
   * made it up. What the table answered is worth nothing then.
   */
  public boolean isCorrupt() {
    return corrupt;
  }

  /**
   * For the frames of one profile.
   *
   * @param style how originals are to be named; in V8's style where no other name is known
   */
  public SymbolLookup lookup(NameStyle style) {
    return new SymbolLookup(this, style);
  }

  /** A lookup met an offset that cannot be. */
  void setCorrupt() {
    corrupt = true;
  }

  /** Whether the script was understood well enough to know all its functions. */
  boolean isComplete() {
    return (block.flags() & COMPLETE) != 0;
  }

  FunctionTable functions() {
    return functions;
  }

  MappingTable mappings() {
    return mappings;
  }

  SourceTable sources() {
    return sources;
  }

  /** How many bytes the table has. */
  public int size() {
    return block.bytes().length;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Dialect;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.sourcemap.SourceMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything one version of a script needs to have its profiles symbolicated: one flat block of
 * bytes, the same in memory, in a file and on the wire, and looked up in place. Immutable, shared
 * between threads.
 *
 * <pre>{@code
 * SymbolCompilation made = SymbolTable.compile(input, 1024);
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
   */
  public static SymbolCompilation compile(SymbolInput input, int maxNameLength) {
    Outline outline = Outline.of(input.script(), Dialect.JAVASCRIPT);
    SourceMap map = input.map();
    String mismatch = MapMatch.mismatch(input.script(), outline.lines(), map);
    if (mismatch != null) {
      return new SymbolCompilation.Mismatch(mismatch);
    }
    BlockWriter block = new BlockWriter();
    new SymbolCompiler(input, outline, maxNameLength).functions().write(block);
    MappingTableWriter.write(map, block);
    SourceTable.write(map, block);
    SymbolTable table = open(block.finish(outline.doubts() == 0 ? COMPLETE : 0));
    if (table == null) {
      throw new IllegalStateException("a block that was just written can be read");
    }
    return new SymbolCompilation.Compiled(table);
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

  /**
   * Finds the original function of a single generated one; for the frames of a profile see {@link
   * #lookup}.
   *
   * @param style how the original is to be named; in V8's style where no other name is known
   */
  public @Nullable Symbol find(int line, int column, String name, NameStyle style) {
    return lookup(style).find(line, column, name);
  }

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

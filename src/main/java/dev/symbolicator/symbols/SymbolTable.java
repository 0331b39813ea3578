package dev.symbolicator.symbols;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.javascript.Dialect;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import org.jspecify.annotations.Nullable;

/**
 * Everything one version of a script needs to have its profiles symbolicated: one flat block of
 * bytes, the same in memory, in a file and on the wire, and looked up in place. Immutable, shared
 * between threads.
 *
 * <pre>{@code
 * SymbolCompilation made = SymbolTable.compile(input, 1024);
 * if (made instanceof SymbolCompilation.Compiled compiled) {
 *   Symbol symbol = compiled.symbols().find(0, 8116, "Ee", NameStyle.V8);
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
    return compile(input, maxNameLength, Allowance.unlimited());
  }

  /**
   * Compiles the table of a script in as much memory as is allowed.
   *
   * @param maxNameLength the longest original name that is taken, in UTF-16 units
   * @param allowance what the table and its making take; what the input takes is not asked for, but
   *     for the texts of sources as long as each is read
   * @throws Allowance.Exceeded where that is not enough
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
   * Finds the original function of a generated one.
   *
   * @param line 0-based line in the script
   * @param column 0-based column in the script, in UTF-16 code units
   * @param name the function's name as the profile has it, empty for none
   * @param style how the original is to be named; in V8's style where no other name is known
   * @return null where the map does not say, or where the table {@link #isCorrupt}
   */
  public @Nullable Symbol find(int line, int column, String name, NameStyle style) {
    try {
      return isTopLevel(line, column, name) ? topLevel() : function(line, column, style);
    } catch (IndexOutOfBoundsException madeUp) {
      corrupt = true;
      return null;
    }
  }

  private @Nullable Symbol function(int line, int column, NameStyle style) {
    int row = functions.find(line, column);
    int source = row < 0 ? FunctionTable.UNKNOWN : functions.source(row);
    if (source == FunctionTable.MERGED) {
      return null;
    }
    String original = row < 0 ? null : originalName(row, style);
    if (source == FunctionTable.UNKNOWN) {
      return place(line, column, original);
    }
    String url = sources.url(source);
    return url == null
        ? null
        : new Symbol(url, functions.originalLine(row), functions.originalColumn(row), original);
  }

  private @Nullable String originalName(int row, NameStyle style) {
    String qualified = style == NameStyle.QUALIFIED ? functions.qualifiedName(row) : null;
    return qualified != null ? qualified : functions.v8Name(row);
  }

  /** The top level of a bundle belongs to no single source. */
  private @Nullable Symbol topLevel() {
    String url = sources.count() == 1 ? sources.url(0) : null;
    return url == null ? null : new Symbol(url, 0, 0, "");
  }

  /** What the map says of a position by itself. */
  private @Nullable Symbol place(int line, int column, @Nullable String name) {
    Place place = mappings.find(line, column);
    String url = place == null ? null : sources.url(place.source());
    return place == null || url == null
        ? null
        : new Symbol(
            url, Positions.line(place.position()), Positions.column(place.position()), name);
  }

  /**
   * Whether a frame at a position may be this script's: a function starts there, or the top level,
   * or the script was not understood well enough to tell.
   */
  public boolean mayHaveFrameAt(int line, int column) {
    try {
      return (block.flags() & COMPLETE) == 0
          || (line == 0 && column == 0)
          || functions.find(line, column) >= 0;
    } catch (IndexOutOfBoundsException madeUp) {
      corrupt = true;
      return false;
    }
  }

  /** How many bytes the table has. */
  public int size() {
    return block.bytes().length;
  }

  private static boolean isTopLevel(int line, int column, String name) {
    return line == 0 && column == 0 && name.isEmpty();
  }
}

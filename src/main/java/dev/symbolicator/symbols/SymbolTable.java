package dev.symbolicator.symbols;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMapView;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.ByteSink;
import dev.symbolicator.symbols.Block.Entries;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.symbols.ExtentTable.ExtentTableWriter;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MappingTable.MappingTableWriter;
import dev.symbolicator.symbols.SourcePaths.PathReader;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything that symbolicates the profiles of one version of a script: one flat block of bytes,
 * the same in memory, in a file and on the wire, read in place. Immutable and thread-safe.
 */
public final class SymbolTable {
  /**
   * The version of the block's format and of the compiler, raised by every change of a block's
   * format or content; tables of another version are compiled again.
   */
  public static final int VERSION = 7;

  private static final int COMPLETE = 1;
  private static final int WITHOUT_SCRIPT = 2;

  private static final AtomicLong TABLES = new AtomicLong();

  final long number = TABLES.incrementAndGet();
  private final Block block;
  final FunctionTable functions;
  final ExtentTable extents;
  final MappingTable mappings;
  final SourceTable sources;
  final SourcePaths paths;
  private volatile boolean corrupt;

  private SymbolTable(Block block) {
    this.block = block;
    functions = new FunctionTable(block);
    extents = new ExtentTable(block, functions);
    mappings = new MappingTable(block);
    sources = new SourceTable(block);
    paths = new SourcePaths(block);
  }

  /**
   * Compiles the table of a script. The allowance is charged for the table and its compilation, not
   * for the input.
   */
  public static SymbolCompilation compile(
      SymbolInput input, int maxNameLength, Allowance allowance) {
    BlockWriter block = new BlockWriter();
    Functions functions = writeFunctions(input, maxNameLength, allowance, block);
    if (functions.mismatch() != null) {
      return new SymbolCompilation.Mismatch(functions.mismatch());
    }
    try (Allowance part = allowance.part()) {
      part.take((long) Integer.BYTES * functions.lines().count());
      MappingTableWriter.write(functions.map(), functions.lines(), block, allowance);
    }
    SourceTable.write(input.map(), block, allowance);
    int flags = functions.complete() ? COMPLETE : 0;
    return new SymbolCompilation.Compiled(finish(block, flags, allowance), functions.shift());
  }

  /**
   * Compiles the table of a script of which only the map is known: only starts that the map shows
   * are found.
   */
  public static SymbolTable compileWithoutScript(
      SourceMap given,
      FunctionNames names,
      SourceFiles files,
      KeySettings keys,
      int maxNameLength,
      Allowance allowance) {
    SourceMap map = SourceMapView.lastMappings(given);
    BlockWriter block = new BlockWriter();
    try (Allowance part = allowance.part()) {
      PathReader paths = new PathReader(map, keys, part);
      FunctionTableWriter found =
          new MapOnlyCompiler(map, names, files, paths, maxNameLength, part).functions(allowance);
      found.write(block);
      paths.write(found.usedSources(map), files, block, allowance);
    }
    ExtentTableWriter.writeNone(block, allowance);
    MappingTableWriter.write(map, null, block, allowance);
    SourceTable.write(map, block, allowance);
    return finish(block, WITHOUT_SCRIPT, allowance);
  }

  private static SymbolTable finish(BlockWriter block, int flags, Allowance allowance) {
    SymbolTable table = open(block.finish(flags, allowance));
    if (table == null) {
      throw new IllegalStateException("a block that was just written cannot be read");
    }
    return table;
  }

  /** What writing the functions showed; {@code mismatch} is null if the map may be the script's. */
  private record Functions(
      @Nullable String mismatch, boolean complete, MapShift shift, SourceMap map, Lines lines) {}

  /** Most memory of a compilation is needed only here, and released here. */
  private static Functions writeFunctions(
      SymbolInput given, int maxNameLength, Allowance allowance, BlockWriter block) {
    try (Allowance part = allowance.part()) {
      Outline outline = Outline.of(given.script(), Dialect.JAVASCRIPT, part);
      SymbolInput counted =
          given.with(
              LineSeparators.counted(given.map(), given.script(), outline.lines(), allowance));
      MapMatch match = MapMatch.of(counted, outline.lines(), part);
      SymbolInput input =
          counted.with(SourceMapView.lastMappings(match.shift().applied(counted.map())));
      SourceMap map = input.map();
      String mismatch = match.mismatch();
      if (mismatch == null) {
        PathReader paths = new PathReader(map, input.keys(), part);
        SymbolCompiler compiler =
            new SymbolCompiler(input, outline, match, paths, maxNameLength, part);
        FunctionTableWriter found = compiler.functions(allowance);
        mismatch = compiler.mismatch();
        found.write(block);
        paths.write(found.usedSources(map), input.files(), block, allowance);
        ExtentTableWriter.write(outline, block, allowance, part);
        map = SourceMapView.without(compiler.contradictedSources(), map);
      }
      return new Functions(mismatch, outline.doubts() == 0, match.shift(), map, outline.lines());
    }
  }

  /**
   * Opens a block; null if the bytes are no block of this version, or not as they were written.
   * They must not be changed any more.
   */
  public static @Nullable SymbolTable open(byte[] block) {
    Block opened = Block.open(block);
    return opened == null ? null : new SymbolTable(opened);
  }

  /** Returns the table's own bytes, not a copy, to be stored. */
  public byte[] block() {
    return block.bytes();
  }

  /** Tells whether a lookup found that the block contradicts itself: it was forged. */
  public boolean isCorrupt() {
    return corrupt;
  }

  /**
   * Returns a lookup for the frames of one profile; V8's style is used if no other name is known.
   */
  public SymbolLookup lookup(NameStyle style, RecentSymbols recent) {
    return new SymbolLookup(this, style, recent);
  }

  void setCorrupt() {
    corrupt = true;
  }

  boolean isComplete() {
    return (block.flags() & COMPLETE) != 0;
  }

  /** Tells whether the table was compiled from the map alone. */
  public boolean isWithoutScript() {
    return (block.flags() & WITHOUT_SCRIPT) != 0;
  }

  /** Returns the number of sources without a URL; functions there have a name and no place. */
  public int unnamedSources() {
    int unnamed = 0;
    for (int source = 0; source < sources.count(); source++) {
      unnamed += sources.hasUrl(source) ? 0 : 1;
    }
    return unnamed;
  }

  /** Returns the table's size in bytes. */
  public int size() {
    return block.bytes().length;
  }

  static final class SourceTable {
    /**
     * In UTF-16 units. A longer URL, read for every frame, counts as none. No configuration key,
     * since the content of a block of this version depends on it.
     */
    static final int MAX_URL_LENGTH = 8_192;

    private final Entries ends;
    private final Entries urls;

    SourceTable(Block block) {
      ends = block.section(Section.SOURCE_ENDS);
      urls = block.section(Section.SOURCES);
    }

    static void write(SourceMap map, BlockWriter block, Allowance allowance) {
      Ints ends = new Ints(allowance);
      ByteSink urls = new ByteSink(allowance);
      for (int source = 0; source < map.sourceCount(); source++) {
        String url = map.sourceUrl(source);
        urls.text(url == null || url.length() > MAX_URL_LENGTH ? "" : url);
        ends.add(urls.size());
      }
      block.numbers(Section.SOURCE_ENDS, ends);
      block.bytes(Section.SOURCES, urls);
    }

    int count() {
      return ends.count();
    }

    boolean hasUrl(int source) {
      return ends.get(source) > (source == 0 ? 0 : ends.get(source - 1));
    }

    @Nullable String url(int source) {
      String url = urls.text(ends, source);
      return url.isEmpty() ? null : url;
    }
  }

  /**
   * The input of a compilation; {@code isTied} if script and map are known to be of one build,
   * otherwise their content must show that.
   */
  public record SymbolInput(
      String script,
      SourceMap map,
      FunctionNames names,
      SourceFiles files,
      KeySettings keys,
      boolean isTied) {

    /** Makes the input of a script and map of one build, with ids as by default. */
    public SymbolInput(String script, SourceMap map, FunctionNames names, SourceFiles files) {
      this(script, map, names, files, KeySettings.NONE, true);
    }

    SymbolInput with(SourceMap newMap) {
      return newMap == map ? this : new SymbolInput(script, newMap, names, files, keys, isTied);
    }
  }

  /** The outcome of compiling a script with its source map. */
  public sealed interface SymbolCompilation {

    record Compiled(SymbolTable symbols, MapShift shift) implements SymbolCompilation {}

    /** The map is of another version of the script, as a sentence for a person says. */
    record Mismatch(String detail) implements SymbolCompilation {}
  }

  /** The texts of a map's sources. Files are few: very many sources may name the same one. */
  @FunctionalInterface
  public interface SourceFiles {
    /**
     * Returns the text of a source; null if unknown. Asked once or twice for each file, by its
     * first source.
     */
    @Nullable String text(int source);

    /** Returns the first source that is the same file; the source itself if none is known. */
    default int first(int source) {
      return source;
    }
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Dialect;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything one version of a script needs to have its profiles symbolicated: immutable, shared
 * between threads.
 *
 * <pre>{@code
 * SymbolCompilation made = SymbolTable.compile(input, 1024);
 * if (made instanceof SymbolCompilation.Compiled compiled) {
 *   Symbol symbol = compiled.symbols().find(0, 8116, "Ee", NameStyle.V8);
 * }
 * }</pre>
 */
public final class SymbolTable {
  private static final int STRING_BYTES = 56;

  private final SourceMap map;
  private final FunctionTable functions;
  private final List<@Nullable String> sourceUrls;
  private final boolean complete;

  private SymbolTable(
      SourceMap map, FunctionTable functions, List<@Nullable String> sourceUrls, boolean complete) {
    this.map = map;
    this.functions = functions;
    this.sourceUrls = sourceUrls;
    this.complete = complete;
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
    FunctionTable functions = new SymbolCompiler(input, outline, maxNameLength).table();
    List<@Nullable String> urls = new ArrayList<>(map.sourceCount());
    for (int source = 0; source < map.sourceCount(); source++) {
      urls.add(map.sourceUrl(source));
    }
    return new SymbolCompilation.Compiled(
        new SymbolTable(map, functions, urls, outline.doubts() == 0));
  }

  /**
   * Finds the original function of a generated one.
   *
   * @param line 0-based line in the script
   * @param column 0-based column in the script, in UTF-16 code units
   * @param name the function's name as the profile has it, empty for none
   * @param style how the original is to be named; in V8's style where no other name is known
   * @return null where the map does not say
   */
  public @Nullable Symbol find(int line, int column, String name, NameStyle style) {
    if (isTopLevel(line, column, name)) {
      return topLevel();
    }
    int row = functions.find(line, column);
    int source = row < 0 ? FunctionTable.UNKNOWN : functions.source(row);
    if (source == FunctionTable.MERGED) {
      return null;
    }
    String original = row < 0 ? null : originalName(row, style);
    if (source == FunctionTable.UNKNOWN) {
      return place(line, column, original);
    }
    String url = sourceUrls.get(source);
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
    String url = map.sourceCount() == 1 ? sourceUrls.get(0) : null;
    return url == null ? null : new Symbol(url, 0, 0, "");
  }

  /** What the map says of a position by itself. */
  private @Nullable Symbol place(int line, int column, @Nullable String name) {
    Mapping mapping = outermostAt(line, column);
    if (mapping == null) {
      mapping = map.find(line, column);
    }
    String source = mapping == null ? null : sourceUrls.get(mapping.source());
    return mapping == null || source == null
        ? null
        : new Symbol(source, mapping.originalLine(), mapping.originalColumn(), name);
  }

  /**
   * The first of several mappings exactly at a function's start. A printer writes the outermost
   * construct's first, and the function is asked for, not the inlined callee it begins with.
   */
  private @Nullable Mapping outermostAt(int line, int column) {
    MappingCursor exact = map.mappings(line, column, line, column + 1);
    return exact.next() ? exact.mapping() : null;
  }

  /**
   * Whether a frame at a position may be this script's: a function starts there, or the top level,
   * or the script was not understood well enough to tell.
   */
  public boolean mayHaveFrameAt(int line, int column) {
    return !complete || (line == 0 && column == 0) || functions.find(line, column) >= 0;
  }

  /** An estimate of the heap this table holds, in bytes. */
  public long retainedBytes() {
    long urls = 0;
    for (String url : sourceUrls) {
      urls += Integer.BYTES + (url == null ? 0 : STRING_BYTES + url.length());
    }
    return map.retainedBytes() + functions.retainedBytes() + urls;
  }

  private static boolean isTopLevel(int line, int column, String name) {
    return line == 0 && column == 0 && name.isEmpty();
  }
}

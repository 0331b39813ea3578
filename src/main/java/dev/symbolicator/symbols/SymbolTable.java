package dev.symbolicator.symbols;

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
 * SymbolTable table = SymbolTable.compile(map);
 * Symbol symbol = table.find(0, 8116, "Ee");
 * }</pre>
 */
public final class SymbolTable {
  private static final int STRING_BYTES = 56;

  private final SourceMap map;
  private final List<@Nullable String> sourceUrls;

  private SymbolTable(SourceMap map, List<@Nullable String> sourceUrls) {
    this.map = map;
    this.sourceUrls = sourceUrls;
  }

  /** Compiles the table of a script from its source map. */
  public static SymbolTable compile(SourceMap map) {
    List<@Nullable String> urls = new ArrayList<>(map.sourceCount());
    for (int source = 0; source < map.sourceCount(); source++) {
      urls.add(map.sourceUrl(source));
    }
    return new SymbolTable(map, urls);
  }

  /**
   * Finds the original function of a generated one.
   *
   * @param line 0-based line in the script
   * @param column 0-based column in the script, in UTF-16 code units
   * @param name the function's name as the profile has it, empty for none
   * @return null where the map does not say
   */
  public @Nullable Symbol find(int line, int column, String name) {
    if (isTopLevel(line, column, name) && map.sourceCount() > 1) {
      return null; // the top level of a bundle belongs to no single source
    }
    Mapping mapping = outermostAt(line, column);
    if (mapping == null) {
      mapping = map.find(line, column);
    }
    String source = mapping == null ? null : sourceUrls.get(mapping.source());
    return mapping == null || source == null
        ? null
        : new Symbol(source, mapping.originalLine(), mapping.originalColumn(), null);
  }

  /**
   * The first of several mappings exactly at a function's start. A printer writes the outermost
   * construct's first, and the function is asked for, not the inlined callee it begins with.
   */
  private @Nullable Mapping outermostAt(int line, int column) {
    MappingCursor covering = map.covering(line, column);
    boolean exact =
        covering.next() && covering.generatedLine() == line && covering.generatedColumn() == column;
    return exact ? covering.mapping() : null;
  }

  /** An estimate of the heap this table holds, in bytes. */
  public long retainedBytes() {
    long urls = 0;
    for (String url : sourceUrls) {
      urls += Integer.BYTES + (url == null ? 0 : STRING_BYTES + url.length());
    }
    return map.retainedBytes() + urls;
  }

  private static boolean isTopLevel(int line, int column, String name) {
    return line == 0 && column == 0 && name.isEmpty();
  }
}

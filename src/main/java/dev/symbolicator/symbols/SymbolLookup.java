package dev.symbolicator.symbols;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.symbols.RecentSymbols.Answer;
import dev.symbolicator.symbols.RecentSymbols.Query;
import dev.symbolicator.symbols.RecentSymbols.QueryKind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the functions of one profile in a script's table, and counts the frames that cannot be the
 * script's. Each source and name is read and kept once, for all its frames. Not thread-safe.
 */
public final class SymbolLookup {
  private final SymbolTable table;
  private final NameStyle style;
  private final RecentSymbols recent;
  private final Map<Integer, @Nullable String> sources = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private int all;
  private int foreign;

  SymbolLookup(SymbolTable table, NameStyle style, RecentSymbols recent) {
    this.table = table;
    this.style = style;
    this.recent = recent;
  }

  /**
   * Finds the original function of a generated one by its start.
   *
   * @param line 0-based line in the script
   * @param column 0-based column in the script, in UTF-16 code units
   * @param name the function's name in the profile; empty for none
   * @return null if the map has no answer, or the table {@link SymbolTable#isCorrupt}
   */
  public @Nullable Symbol find(int line, int column, String name) {
    all++;
    QueryKind kind =
        line == 0 && column == 0 && name.isEmpty() ? QueryKind.TOP_LEVEL : QueryKind.START;
    Answer answer = answer(line, column, kind);
    if (answer.isForeign()) {
      foreign++;
    }
    return answer.symbol();
  }

  /**
   * Finds the original of a position within a function, and the name of that function.
   *
   * @param line 0-based line in the script
   * @param column 0-based column in the script, in UTF-16 code units
   * @return null if the map has no answer, or the table {@link SymbolTable#isCorrupt}. The symbol
   *     has no name if the innermost function around the position has none, or is not known.
   */
  public @Nullable Symbol findExecuting(int line, int column) {
    return answer(line, column, QueryKind.EXECUTING).symbol();
  }

  /** Returns the number of starts that were asked for. */
  public int all() {
    return all;
  }

  /**
   * Returns the number of starts that no frame of this script can have. Neither a function nor the
   * top level starts there, and the script was understood well enough to tell.
   */
  public int foreign() {
    return foreign;
  }

  private Answer answer(int line, int column, QueryKind kind) {
    Query query = new Query(table.number(), line, column, style, kind);
    Answer known = recent.get(query);
    return known == null ? read(query) : known;
  }

  private Answer read(Query query) {
    Answer answer;
    try {
      answer =
          switch (query.kind()) {
            case TOP_LEVEL -> new Answer(query, topLevel(), false);
            case START -> start(query);
            case EXECUTING -> new Answer(query, executing(query.line(), query.column()), false);
          };
    } catch (IndexOutOfBoundsException madeUp) {
      table.setCorrupt();
      return new Answer(query, null, false);
    }
    recent.put(answer);
    return answer;
  }

  private Answer start(Query query) {
    int line = query.line();
    int column = query.column();
    int row = table.functions().find(line, column);
    boolean isForeign = row < 0 && table.isComplete() && !(line == 0 && column == 0);
    return new Answer(query, function(row, line, column), isForeign);
  }

  private @Nullable Symbol executing(int line, int column) {
    int row = table.extents().around(line, column);
    String name = row < 0 ? null : originalName(row);
    return symbol(table.mappings().findOnLine(line, column), name);
  }

  private @Nullable Symbol function(int row, int line, int column) {
    FunctionTable functions = table.functions();
    int source = row < 0 ? FunctionTable.UNKNOWN : functions.source(row);
    if (source == FunctionTable.MERGED) {
      return null;
    }
    String original = row < 0 ? null : originalName(row);
    if (source == FunctionTable.UNKNOWN) {
      return table.isWithoutScript() ? null : place(line, column, original);
    }
    String url = url(source);
    return url == null
        ? null
        : new Symbol(url, functions.originalLine(row), functions.originalColumn(row), original);
  }

  private @Nullable String originalName(int row) {
    FunctionTable functions = table.functions();
    int qualified =
        style == NameStyle.QUALIFIED ? functions.qualifiedName(row) : FunctionTable.KEPT;
    int name = qualified == FunctionTable.KEPT ? functions.v8Name(row) : qualified;
    return name == FunctionTable.KEPT ? null : names.computeIfAbsent(name, functions::name);
  }

  /** Returns the top level of the only source; that of a bundle belongs to no single source. */
  private @Nullable Symbol topLevel() {
    String url = table.sources().count() == 1 ? url(0) : null;
    return url == null ? null : new Symbol(url, 0, 0, "");
  }

  /** Returns the original that the map gives for a position by itself. */
  private @Nullable Symbol place(int line, int column, @Nullable String name) {
    return symbol(table.mappings().find(line, column), name);
  }

  private @Nullable Symbol symbol(@Nullable Place place, @Nullable String name) {
    String url = place == null ? null : url(place.source());
    return place == null || url == null
        ? null
        : new Symbol(
            url, Positions.line(place.position()), Positions.column(place.position()), name);
  }

  private @Nullable String url(int source) {
    return sources.computeIfAbsent(source, table.sources()::url);
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All functions of a script, in the order of their starts, each as a look-up of its start answers.
 * For one thread.
 */
public final class FunctionDictionary {
  private final SymbolTable table;
  private final RecentSymbols recent = new RecentSymbols();

  /** The row before the first is the script's top level. */
  private int row = -1;

  public FunctionDictionary(SymbolTable table) {
    this.table = table;
  }

  /**
   * A function of the script by its 0-based start, in UTF-16 units.
   *
   * @param generatedName the name that V8 gives to it; null if unknown
   * @param symbol its original; null without one
   */
  public record ListedFunction(
      int line,
      int column,
      @Nullable String generatedName,
      @Nullable Symbol symbol,
      FunctionIdentity identity) {}

  /**
   * Reads on until {@code wantsMore}, which is given each function, returns false, or to the end.
   * Names are kept during one call alone, so that a long dictionary takes no more memory than a
   * short one.
   *
   * @return whether functions may be left
   * @throws IndexOutOfBoundsException if the table is {@link SymbolTable#isCorrupt}
   */
  public boolean read(Predicate<ListedFunction> wantsMore) {
    try {
      return readOn(wantsMore);
    } catch (IndexOutOfBoundsException forged) {
      table.setCorrupt();
      throw forged;
    }
  }

  private boolean readOn(Predicate<ListedFunction> wantsMore) {
    SymbolLookup lookup = table.lookup(NameStyle.V8, recent);
    boolean isWanted = true;
    while (isWanted && row < table.functions.size()) {
      ListedFunction function = row < 0 ? topLevel(lookup) : function(lookup);
      row++;
      isWanted = function == null || wantsMore.test(function);
    }
    return row < table.functions.size();
  }

  private @Nullable ListedFunction topLevel(SymbolLookup lookup) {
    FunctionIdentity identity = lookup.identity(0, 0, "");
    Symbol symbol = lookup.topLevel();
    return identity == null || symbol == null
        ? null
        : new ListedFunction(0, 0, "", symbol, identity);
  }

  /**
   * Of functions that start at one position only the first is ever looked up, and none without a
   * name at the first position, since that is the top level.
   */
  private @Nullable ListedFunction function(SymbolLookup lookup) {
    FunctionTable functions = table.functions;
    int line = functions.line(row);
    int column = functions.column(row);
    if (functions.find(line, column) != row) {
      return null;
    }
    int name = functions.generatedName(row);
    String generatedName = name == FunctionTable.KEPT ? null : lookup.name(name);
    boolean isTopLevel =
        line == 0
            && column == 0
            && ("".equals(generatedName) || (generatedName == null && lookup.topLevel() != null));
    return isTopLevel
        ? null
        : new ListedFunction(
            line, column, generatedName, lookup.function(row, line, column), lookup.identity(row));
  }
}

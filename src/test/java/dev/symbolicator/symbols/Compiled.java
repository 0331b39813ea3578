package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.jspecify.annotations.Nullable;

/** Compiles scripts with a {@link MapOf}, and looks a function up. */
final class Compiled {
  private Compiled() {}

  /** Returns the symbol of the function at a mark's first occurrence in a script of one line. */
  static Symbol symbolAt(String script, String mark, MapOf map) {
    return TestTables.table(script, map.json())
        .lookup(NameStyle.V8, new RecentSymbols())
        .find(0, script.indexOf(mark), "kept");
  }

  /** Like {@link #symbolAt}, but returns {@code line:column name}, 0-based. */
  static String placeAt(String script, String mark, MapOf map) {
    return shown(symbolAt(script, mark, map));
  }

  /** Like {@link #placeAt}, but the map is compiled without the script. */
  static String placeWithoutScript(String script, String mark, MapOf map) {
    return shown(
        TestTables.tableWithoutScript(map.json())
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.indexOf(mark), "kept"));
  }

  private static String shown(@Nullable Symbol symbol) {
    return symbol == null ? "-" : symbol.line() + ":" + symbol.column() + " " + symbol.name();
  }
}

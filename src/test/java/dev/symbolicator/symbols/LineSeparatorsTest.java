package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Scripts and sources with U+2028, which JavaScript counts as the end of a line. */
class LineSeparatorsTest {
  /** Engines see the function in line 1, column 12; the map's tool in line 0, column 15. */
  private static final String SCRIPT =
      "s='\u2028';function f(a){return a.id}\nfunction g(b){go(b)}";

  private static final String SOURCE =
      "const s = 1;\nfunction first(row) { return row.id; }\nfunction second(b) { go(b); }";

  private static SymbolLookup lookup(String script, MapOf map) {
    return TestTables.table(script, map.json()).lookup(NameStyle.V8, new RecentSymbols());
  }

  private static @Nullable Symbol at(SymbolLookup lookup, int line, int column) {
    return lookup.find(line, column, "kept");
  }

  private static MapOf map(String source) {
    return MapOf.of(SCRIPT, source)
        .map("function f", "function first")
        .map("a)", "row")
        .map("return", "return")
        .map("a.id", "row.id");
  }

  @Test
  void lineThatTheToolDidNotCountIsFound() {
    SymbolLookup lookup = lookup(SCRIPT, map(SOURCE));
    assertEquals(new Symbol("a.ts", 1, 14, "first"), at(lookup, 1, 12));
    assertNull(at(lookup, 0, 15));
    assertEquals(1, lookup.findExecuting(1, 24).line());
  }

  @Test
  void lineOfTheSourceThatTheToolDidNotCountIsFound() {
    String source = SOURCE.replace("1;", "'\u2028';");
    SymbolLookup lookup = lookup(SCRIPT, map(source));
    assertEquals(new Symbol("a.ts", 1, 14, "first"), at(lookup, 1, 12));
  }

  @Test
  void lineThatTheToolCountedStays() {
    String json = map(SOURCE).json();
    String mappings = json.replaceAll(".*\"mappings\":\"([^\"]*)\".*", "$1");
    // The first segment's column in the line that the engine counts.
    String counted = ";" + MapOf.vlq(2) + mappings.substring(1);
    SymbolLookup lookup =
        TestTables.table(SCRIPT, json.replace(mappings, counted))
            .lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(new Symbol("a.ts", 1, 14, "first"), at(lookup, 1, 12));
  }
}

package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.MapOnlyCompiler.HeadReach;
import dev.symbolicator.testing.TestTables;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Compiles small random maps without a script, and looks every position up. */
class MapOnlyPropertyTest {
  private static final String SOURCE =
      "function one(a, b = (c) => c, d) { return e => e; }"
          + "x = { two(f, { g }) {}, get three() {} }; async () => { y(function (h) {}); };";

  private static final Outline OUTLINE = Outline.of(SOURCE, Dialect.JSX, plenty());
  private static final int LINES = 3;
  private static final int COLUMNS = 40;

  private static String map(Random random) {
    StringBuilder mappings = new StringBuilder();
    int original = 0;
    for (int line = 0; line < LINES; line++) {
      mappings.append(line == 0 ? "" : ";");
      TreeMap<Integer, Integer> segments = new TreeMap<>();
      for (int i = random.nextInt(10); i > 0; i--) {
        segments.put(random.nextInt(COLUMNS), random.nextInt(SOURCE.length()));
      }
      int before = 0;
      for (var segment : segments.entrySet()) {
        mappings.append(before == 0 ? "" : ",").append(MapOf.vlq(segment.getKey() - before));
        before = segment.getKey();
        if (random.nextInt(8) > 0) {
          mappings.append("AA").append(MapOf.vlq(segment.getValue() - original));
          original = segment.getValue();
        }
        if (random.nextInt(8) == 0) {
          mappings.append(",AAAA");
        }
      }
    }
    return "{\"version\":3,\"sources\":[\"a.js\"],\"names\":[],\"sourcesContent\":[\""
        + SOURCE
        + "\"],\"mappings\":\""
        + mappings
        + "\"}";
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void answeredFunctionHoldsNextSegmentInItsHead(@ForAll long seed) {
    String json = map(new Random(seed));
    SourceMap map = TestTables.read(json).map();
    SymbolTable table = TestTables.tableWithoutScript(json);
    SymbolLookup lookup = table.lookup(NameStyle.V8, new RecentSymbols());
    for (int line = 0; line <= LINES; line++) {
      for (int column = 0; column <= COLUMNS; column++) {
        Symbol symbol = lookup.find(line, column, "n");
        if (symbol != null) {
          assertHoldsNext(symbol, map.mappings(line, column, line + 1, 0), column);
        }
      }
    }
    assertEquals(0, lookup.strange());
    assertFalse(table.isCorrupt());
  }

  private static void assertHoldsNext(Symbol symbol, MappingCursor next, int column) {
    assertTrue(next.next(), symbol::toString);
    int place = next.generatedColumn();
    assertTrue(place - column <= HeadReach.BETWEEN, symbol::toString);
    int row = OUTLINE.startingAt(symbol.column());
    assertEquals(OUTLINE.name(row, NameStyle.V8).text(), symbol.name());
    boolean isHeld = false;
    do {
      isHeld |=
          next.isMapped()
              && next.originalColumn() >= OUTLINE.header(row)
              && next.originalColumn() < OUTLINE.body(row);
    } while (next.next() && next.generatedColumn() == place);
    assertTrue(isHeld, symbol::toString);
  }
}

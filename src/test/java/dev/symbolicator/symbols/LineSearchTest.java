package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;

/** Maps with one segment a line, as webpack's {@code cheap-module-source-map}. */
class LineSearchTest {
  private static final String SOURCE =
      "import { b } from './b.js';\nexport class Cart {\n  add(n) { return b(n, x => x + 1); }\n}\n";
  private static final String SCRIPT =
      "var b = r(1);\nclass Cart {\n  add(n) { return (0,b.b)(n, x => x + 1); }\n}\n";

  private static String map(String mappings, String source) {
    return "{\"version\":3,\"sources\":[\"a.js\"],\"names\":[],\"mappings\":\"%s\",\"sourcesContent\":[\"%s\"]}"
        .formatted(mappings, source.replace("\n", "\\n"));
  }

  private static SymbolLookup lookup(String script, String mappings, String source) {
    return TestTables.table(script, map(mappings, source))
        .lookup(NameStyle.V8, new RecentSymbols());
  }

  @Test
  void functionsOfALineHaveOriginalsOfTheirNamesAndOrder() {
    SymbolLookup lookup = lookup(SCRIPT, "AAAA;AACA;AACA;AACA", SOURCE);
    assertEquals(new Symbol("a.js", 2, 5, "add"), lookup.find(2, 5, "add"));
    assertEquals(new Symbol("a.js", 2, 23, ""), lookup.find(2, 29, ""));
  }

  @Test
  void functionThatTheBuildAddedLeavesThoseOfItsFormOpen() {
    String script = SCRIPT.replace("(0,b.b)(n", "y(z => z, n");
    SymbolLookup lookup = lookup(script, "AAAA;AACA;AACA;AACA", SOURCE);
    assertEquals(new Symbol("a.js", 2, 5, "add"), lookup.find(2, 5, "add"));
    int line = script.indexOf("  add");
    assertNull(lookup.find(2, script.indexOf("x =>") - line, ""));
  }

  @Test
  void linesThatLeadToOneOriginalLineCountTogether() {
    String script = "f(\n  x => x,\n  y => y);";
    SymbolLookup lookup = lookup(script, "AAAA;AAAA;AAAA", "f(a => a, b => b);");
    assertEquals(new Symbol("a.js", 0, 2, ""), lookup.find(1, 2, ""));
    assertEquals(new Symbol("a.js", 0, 10, ""), lookup.find(2, 2, ""));
  }

  @Test
  void renamedFunctionIsNotGuessed() {
    SymbolLookup lookup = lookup("  let q = (a) => a;", "AAAA", "/* */ const pick = (row) => row;");
    assertNull(lookup.find(0, 10, "q"));
  }
}

package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.javascript.NameStyle;
import org.junit.jupiter.api.Test;

class SymbolLookupTest {
  private static final String SCRIPT = "class a{b(){}c(){}}";
  private static final String ORIGINAL = "class Shop {\n  open() {}\n  open() {}\n}\n";
  private static final int B = SCRIPT.indexOf("b()") + 1;
  private static final int C = SCRIPT.indexOf("c()") + 1;

  private static SymbolTable table(String script) {
    MapOf map =
        MapOf.of(script, "shop.ts", ORIGINAL)
            .map("class a", "class Shop")
            .map("b()", "open() {}")
            .map("c()", "open() {}\n}");
    return Compiled.table(script, map.json());
  }

  private static Symbol found(SymbolLookup lookup, int column) {
    Symbol symbol = lookup.find(0, column, "b");
    assertNotNull(symbol);
    return symbol;
  }

  @Test
  void namesAndSourcesOfManyFramesAreKeptOnce() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8);
    assertEquals(new Symbol("shop.ts", 1, 6, "open"), found(lookup, B));
    assertEquals(new Symbol("shop.ts", 2, 6, "open"), found(lookup, C));
    assertSame(found(lookup, B).name(), found(lookup, C).name());
    assertSame(found(lookup, B).source(), found(lookup, C).source());
  }

  @Test
  void namesAreInTheStyleAskedFor() {
    SymbolTable table = table(SCRIPT);
    assertEquals("Shop.open", found(table.lookup(NameStyle.QUALIFIED), B).name());
    assertEquals("open", found(table.lookup(NameStyle.V8), B).name());
  }

  @Test
  void positionsAtWhichNoFunctionStartsAreForeign() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8);
    Symbol between = lookup.find(0, B + 1, "b");
    assertEquals(new Symbol("shop.ts", 1, 2, null), between);
    assertNotNull(found(lookup, C));
    assertEquals(2, lookup.all());
    assertEquals(1, lookup.foreign());
  }

  @Test
  void theStartOfTheScriptIsNeverForeign() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8);
    assertNotNull(lookup.find(0, 0, ""));
    assertNotNull(lookup.find(0, 0, "named"));
    assertEquals(0, lookup.foreign());
  }

  @Test
  void nothingIsForeignInAScriptThatWasNotUnderstood() {
    SymbolLookup lookup = table(SCRIPT + "}}](").lookup(NameStyle.V8);
    Symbol unused = lookup.find(0, B + 1, "b");
    assertEquals(0, lookup.foreign());
  }
}

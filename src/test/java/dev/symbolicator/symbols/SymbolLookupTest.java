package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.javascript.NameStyle;
import org.junit.jupiter.api.Test;

class SymbolLookupTest {
  private static final String SCRIPT = "class a{b(){}c(){}}";
  private static final String ORIGINAL = "class Shop {\n  open() {}\n  open() {}\n}\n";
  private static final int FIRST_METHOD = SCRIPT.indexOf("b()") + 1;
  private static final int SECOND_METHOD = SCRIPT.indexOf("c()") + 1;

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
    assertEquals(new Symbol("shop.ts", 1, 6, "open"), found(lookup, FIRST_METHOD));
    assertEquals(new Symbol("shop.ts", 2, 6, "open"), found(lookup, SECOND_METHOD));
    assertSame(found(lookup, FIRST_METHOD).name(), found(lookup, SECOND_METHOD).name());
    assertSame(found(lookup, FIRST_METHOD).source(), found(lookup, SECOND_METHOD).source());
  }

  @Test
  void namesHaveTheStyleOfTheLookup() {
    SymbolTable table = table(SCRIPT);
    assertEquals("Shop.open", found(table.lookup(NameStyle.QUALIFIED), FIRST_METHOD).name());
    assertEquals("open", found(table.lookup(NameStyle.V8), FIRST_METHOD).name());
  }

  @Test
  void positionWhereNoFunctionStartsIsForeign() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8);
    Symbol between = lookup.find(0, FIRST_METHOD + 1, "b");
    assertEquals(new Symbol("shop.ts", 1, 2, null), between);
    assertNotNull(found(lookup, SECOND_METHOD));
    assertEquals(2, lookup.all());
    assertEquals(1, lookup.foreign());
  }

  @Test
  void startOfScriptIsNeverForeign() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8);
    assertNotNull(lookup.find(0, 0, ""));
    assertNotNull(lookup.find(0, 0, "named"));
    assertEquals(0, lookup.foreign());
  }

  @Test
  void noPositionIsForeignIfScriptWasNotUnderstood() {
    SymbolLookup lookup = table(SCRIPT + "}}](").lookup(NameStyle.V8);
    Symbol unused = lookup.find(0, FIRST_METHOD + 1, "b");
    assertEquals(0, lookup.foreign());
  }
}

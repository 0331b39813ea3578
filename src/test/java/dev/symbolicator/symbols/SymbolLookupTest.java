package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import dev.symbolicator.testing.TestTables;
import org.jspecify.annotations.Nullable;
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
    return TestTables.table(script, map.json());
  }

  private static Symbol found(SymbolLookup lookup, int column) {
    Symbol symbol = lookup.find(0, column, "b");
    assertNotNull(symbol);
    return symbol;
  }

  private static final String CALLS = "function a(){b()}function c(){d()}\ne()";
  private static final String CALLS_ORIGINAL =
      "function first() {\n  second();\n}\nfunction third() {\n  fourth();\n}\nfifth();\n";

  private static MapOf mapOfCalls() {
    return MapOf.of(CALLS, "calls.ts", CALLS_ORIGINAL)
        .map("function a", "function first")
        .map("a(){", "first() {")
        .map("b()", "second()")
        .map("function c", "function third")
        .map("c(){", "third() {")
        .map("d()", "fourth()");
  }

  @Test
  void callHasItsOwnPlaceAndNameOfFunctionAround() {
    SymbolLookup lookup =
        TestTables.table(CALLS, mapOfCalls().json()).lookup(NameStyle.V8, new RecentSymbols());
    Symbol second = new Symbol("calls.ts", 1, 2, "first");
    assertEquals(second, lookup.findExecuting(0, CALLS.indexOf("b()")));
    assertEquals(second, lookup.findExecuting(0, CALLS.indexOf("b()") + 1));
    assertEquals(
        new Symbol("calls.ts", 4, 2, "third"), lookup.findExecuting(0, CALLS.indexOf("d()")));
    assertEquals(0, lookup.strange());
  }

  @Test
  void callWithoutMappingOnItsLineHasNoOriginal() {
    SymbolTable table = TestTables.table(CALLS, mapOfCalls().json());
    assertNull(table.lookup(NameStyle.V8, new RecentSymbols()).findExecuting(1, 0));
  }

  /** ECMA-426, GetOriginalPositions; dart2js writes such maps. */
  @Test
  void lineWithoutMappingHasTheLastPlaceBeforeIfThatIsInTheSameFunction() {
    String script = "function a(){b();\nfunction n(){\nx()}\nc()}\nfunction d(){\ne()}";
    MapOf map =
        MapOf.of(script, "o.ts", "function first() {\n  second();\n  third();\n}\n")
            .map("function a", "function first")
            .map("b()", "second()");
    SymbolLookup lookup =
        TestTables.table(script, map.json()).lookup(NameStyle.V8, new RecentSymbols());
    assertEquals("first", assertPlace(1, lookup.findExecuting(3, 0)).name());
    assertNull(lookup.findExecuting(2, 0), "within another function");
    assertNull(lookup.findExecuting(5, 0), "in the next function");
  }

  private static Symbol assertPlace(int line, @Nullable Symbol symbol) {
    assertNotNull(symbol);
    assertEquals(line, symbol.line());
    return symbol;
  }

  @Test
  void callOnTopLevelKeepsName() {
    MapOf map = MapOf.of("e()", "e.ts", "fifth()").map("e()", "fifth()");
    SymbolLookup lookup =
        TestTables.table("e()", map.json()).lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(new Symbol("e.ts", 0, 0, null), lookup.findExecuting(0, 0));
  }

  @Test
  void mapAloneGivesPlaceOfCallWithoutName() {
    SymbolTable table = TestTables.tableWithoutScript(mapOfCalls().json());
    assertEquals(
        new Symbol("calls.ts", 1, 2, null),
        table.lookup(NameStyle.V8, new RecentSymbols()).findExecuting(0, CALLS.indexOf("b()")));
    assertNull(
        table.lookup(NameStyle.V8, new RecentSymbols()).find(0, CALLS.indexOf("b()") + 1, "b"));
  }

  @Test
  void namesAndSourcesOfManyFramesAreKeptOnce() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(new Symbol("shop.ts", 1, 6, "open"), found(lookup, FIRST_METHOD));
    assertEquals(new Symbol("shop.ts", 2, 6, "open"), found(lookup, SECOND_METHOD));
    assertSame(found(lookup, FIRST_METHOD).name(), found(lookup, SECOND_METHOD).name());
    assertSame(found(lookup, FIRST_METHOD).source(), found(lookup, SECOND_METHOD).source());
  }

  @Test
  void namesHaveTheStyleOfTheLookup() {
    SymbolTable table = table(SCRIPT);
    assertEquals(
        "Shop.open",
        found(table.lookup(NameStyle.QUALIFIED, new RecentSymbols()), FIRST_METHOD).name());
    assertEquals(
        "open", found(table.lookup(NameStyle.V8, new RecentSymbols()), FIRST_METHOD).name());
  }

  @Test
  void positionWhereNoFunctionStartsIsStrangeAndHasNoOriginal() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8, new RecentSymbols());
    assertNull(lookup.find(0, FIRST_METHOD + 1, "b"));
    assertNotNull(found(lookup, SECOND_METHOD));
    assertEquals(1, lookup.strange());
  }

  @Test
  void startOfScriptIsNeverStrange() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8, new RecentSymbols());
    assertNotNull(lookup.find(0, 0, ""));
    assertNotNull(lookup.find(0, 0, "named"));
    assertEquals(0, lookup.strange());
  }

  @Test
  void noPositionIsStrangeIfScriptWasNotUnderstood() {
    SymbolLookup lookup = table(SCRIPT + "}}](").lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(new Symbol("shop.ts", 1, 2, null), lookup.find(0, FIRST_METHOD + 1, "b"));
    assertEquals(0, lookup.strange());
  }

  @Test
  void positionBehindItsLineHasNoOriginal() {
    String script = "var x=1\ng(\n";
    String unreadable = script + "}}](";
    MapOf map = MapOf.of(unreadable, "shop.ts", ORIGINAL).map("var x", "class Shop");
    SymbolLookup lookup =
        TestTables.table(unreadable, map.json()).lookup(NameStyle.V8, new RecentSymbols());
    int end = "var x=1".length();
    assertNotNull(lookup.find(0, end, "b"));
    assertNull(lookup.find(0, end + 1, "b"));
    assertNull(lookup.find(1, 0, "b"));
    assertNull(lookup.find(9, 0, "b"));
    assertNotNull(lookup.findExecuting(0, end));
    assertNull(lookup.findExecuting(0, end + 1));
    assertNull(lookup.findExecuting(9, 0));
    assertEquals(0, lookup.strange());
  }

  @Test
  void frameWithOtherNameIsStrangeAndHasNoOriginal() {
    SymbolLookup lookup = table(SCRIPT).lookup(NameStyle.V8, new RecentSymbols());
    assertNull(lookup.find(0, FIRST_METHOD, "c", NameCheck.ALL));
    assertEquals(1, lookup.strange());
    assertNotNull(lookup.find(0, FIRST_METHOD, "b", NameCheck.ALL));
    assertNotNull(lookup.find(0, FIRST_METHOD, "c", NameCheck.NONE));
    assertEquals(1, lookup.strange());
  }

  @Test
  void rememberedAnswerIsComparedWithEachFramesName() {
    RecentSymbols recent = new RecentSymbols();
    SymbolTable table = table(SCRIPT);
    for (int round = 0; round < 2; round++) {
      SymbolLookup lookup = table.lookup(NameStyle.V8, recent);
      assertNotNull(lookup.find(0, FIRST_METHOD, "b", NameCheck.ALL));
      assertNull(lookup.find(0, FIRST_METHOD, "d", NameCheck.ALL));
      assertEquals(1, lookup.strange());
    }
  }

  @Test
  void namesAreNotComparedIfScriptWasNotUnderstood() {
    SymbolLookup lookup = table(SCRIPT + "}}](").lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(StartFit.FUNCTION, lookup.fit(0, FIRST_METHOD, "c", NameCheck.ALL));
    assertEquals(StartFit.UNKNOWN, lookup.fit(0, FIRST_METHOD + 1, "c", NameCheck.ALL));
  }
}

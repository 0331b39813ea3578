package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.symbols.RecentSymbols.Answer;
import dev.symbolicator.symbols.RecentSymbols.Query;
import dev.symbolicator.symbols.RecentSymbols.QueryKind;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentSymbolsTest {
  private static final String SCRIPT = "function e(){}function t(){}e()";

  private final RecentSymbols recent = new RecentSymbols();

  private static SymbolTable table(String source) {
    String map =
        "{\"version\":3,\"sources\":[\"%s\"],\"names\":[],\"mappings\":\"AAAA,cAAA\",\"sourcesContent\":[\"function first(){}function second(){}\"]}"
            .formatted(source);
    return Compiled.table(SCRIPT, map);
  }

  private static Query query(int column) {
    return new Query(1, 0, column, NameStyle.V8, QueryKind.START);
  }

  private static Answer answer(Query query, int sourceLength) {
    return new Answer(query, new Symbol("s".repeat(sourceLength), 0, 0, "name"));
  }

  @Test
  void secondLookUpReturnsTheFirstOnesSymbol() {
    SymbolTable table = table("a.ts");
    Symbol first = table.lookup(NameStyle.V8, recent).find(0, 10, "e");
    assertNotNull(first);
    assertSame(first, table.lookup(NameStyle.V8, recent).find(0, 10, "t"));
  }

  @Test
  void tablesDoNotShareAnswers() {
    Symbol one = table("a.ts").lookup(NameStyle.V8, recent).find(0, 10, "e");
    Symbol other = table("b.ts").lookup(NameStyle.V8, recent).find(0, 10, "e");
    assertEquals("a.ts", one.source());
    assertEquals("b.ts", other.source());
  }

  @Test
  void kindsAndStylesDoNotShareAnswers() {
    for (QueryKind kind : QueryKind.values()) {
      for (NameStyle style : NameStyle.values()) {
        Query query = new Query(7, 0, 0, style, kind);
        assertNull(recent.get(query));
        recent.put(new Answer(query, null));
        assertEquals(query, recent.get(query).query());
      }
    }
  }

  @Test
  void topLevelAndFunctionAtTheFirstPositionDiffer() {
    SymbolTable table = table("a.ts");
    for (int round = 0; round < 2; round++) {
      SymbolLookup lookup = table.lookup(NameStyle.V8, recent);
      assertEquals("", lookup.find(0, 0, "").name());
      assertNull(lookup.find(0, 0, "e").name());
      assertEquals(0, lookup.strange());
    }
  }

  @Test
  void rememberedStrangePositionsAreCountedAgain() {
    SymbolTable table = table("a.ts");
    for (int round = 0; round < 2; round++) {
      SymbolLookup lookup = table.lookup(NameStyle.V8, recent);
      lookup.find(0, 3, "e");
      lookup.find(0, 3, "e");
      assertEquals(2, lookup.strange());
    }
  }

  @Test
  void rememberedAnswersEqualThoseOfTheTable() {
    SymbolTable table = table("a.ts");
    Random random = new Random(14);
    for (int i = 0; i < 10_000; i++) {
      int line = random.nextInt(2);
      int column = random.nextInt(40);
      String name = random.nextBoolean() ? "" : "e";
      SymbolLookup remembering = table.lookup(NameStyle.V8, recent);
      SymbolLookup reading = table.lookup(NameStyle.V8, new RecentSymbols());
      assertEquals(reading.find(line, column, name), remembering.find(line, column, name));
      assertEquals(reading.findExecuting(line, column), remembering.findExecuting(line, column));
      assertEquals(reading.strange(), remembering.strange());
    }
  }

  @Test
  void longTextsAreNotRemembered() {
    int most = RecentSymbols.MAX_TEXT - "name".length();
    recent.put(answer(query(1), most));
    recent.put(answer(query(2), most + 1));
    assertNotNull(recent.get(query(1)));
    assertNull(recent.get(query(2)));
  }

  @Test
  void laterPositionTakesOverTheSlot() {
    Query first = query(1);
    Query second = query(2);
    for (int column = 3; second.slot() != first.slot(); column++) {
      second = query(column);
    }
    recent.put(answer(first, 1));
    recent.put(answer(second, 1));
    assertNull(recent.get(first));
    assertNotNull(recent.get(second));
  }
}

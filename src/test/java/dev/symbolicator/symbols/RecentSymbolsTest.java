package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.RecentSymbols.Answer;
import dev.symbolicator.symbols.RecentSymbols.Query;
import dev.symbolicator.symbols.RecentSymbols.QueryKind;
import dev.symbolicator.testing.TestTables;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentSymbolsTest {
  private static final String SCRIPT = "function e(){}function t(){}e()";

  private final RecentSymbols recent = new RecentSymbols();

  private static SymbolTable table(String source) {
    String map =
        "{\"version\":3,\"sources\":[\"%s\"],\"names\":[],\"mappings\":\"AAAA,cAAA\",\"sourcesContent\":[\"function first(){}function second(){}\"]}"
            .formatted(source);
    return TestTables.table(SCRIPT, map);
  }

  private static @Nullable Answer answer(RecentSymbols recent, Query query) {
    return recent.get(query.table(), query.line(), query.column(), query.style(), query.kind());
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
        assertNull(answer(recent, query));
        recent.put(new Answer(query, null));
        assertEquals(query, answer(recent, query).query());
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
    assertNotNull(answer(recent, query(1)));
    assertNull(answer(recent, query(2)));
  }

  @Test
  void mostPositionsOfALargeProfileStayRemembered() {
    List<Query> queries =
        new Random(14).ints(0, 1_000_000).distinct().limit(8_000).mapToObj(c -> query(c)).toList();
    queries.forEach(query -> recent.put(answer(query, 20)));
    long remembered = queries.stream().filter(query -> answer(recent, query) != null).count();
    assertTrue(remembered > 7_200, () -> remembered + " of 8,000");
  }

  /** Returns the next query that has a slot. */
  private static Query query(int firstColumn, int slot) {
    int column = firstColumn;
    while (query(column).slot() != slot) {
      column++;
    }
    return query(column);
  }

  @Test
  void secondLaterPositionTakesOverTheSlot() {
    Query first = query(1);
    Query second = query(2, first.slot());
    Query third = query(second.column() + 1, first.slot());
    recent.put(answer(first, 1));
    recent.put(answer(second, 1));
    assertNotNull(answer(recent, first));
    assertNotNull(answer(recent, second));
    recent.put(answer(third, 1));
    assertNull(answer(recent, first));
    assertNotNull(answer(recent, second));
    assertNotNull(answer(recent, third));
  }

  @Test
  void positionOfTheNeighbouringSlotIsKept() {
    Query first = query(1);
    Query second = query(2, first.slot() ^ 1);
    recent.put(answer(first, 1));
    recent.put(answer(second, 1));
    assertNotNull(answer(recent, first));
    assertNotNull(answer(recent, second));
  }

  @Test
  void symbolsOfSeveralTablesShareTheirSource() {
    Symbol one = table("a.ts").lookup(NameStyle.V8, recent).find(0, 10, "e");
    Symbol other = table("a.ts").lookup(NameStyle.V8, recent).find(0, 10, "e");
    assertSame(one.source(), other.source());
  }

  @Test
  void longSourcesAreNotShared() {
    String most = "s".repeat(RecentSymbols.MAX_TEXT);
    recent.shared(most);
    assertSame(most, recent.shared("s".repeat(RecentSymbols.MAX_TEXT)));
    String longer = most + "s";
    recent.shared(longer);
    assertNotSame(longer, recent.shared(most + "s"));
  }
}

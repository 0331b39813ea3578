package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static dev.symbolicator.symbols.Compiled.placeWithoutScript;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SegmentVotes.Candidate;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolTableTest {
  /**
   * A script with columns enough for all maps below. A bracket too many hides whether functions
   * start there, so the map alone answers.
   */
  private static final String SCRIPT = "0;".repeat(10) + "]";

  private static String map(String sources, String mappings) {
    return "{'version':3,'names':['wrong'],'sources':[%s],'mappings':'%s'}"
        .formatted(sources, mappings)
        .replace('\'', '"');
  }

  private static SymbolTable table(String sources, String mappings) {
    return TestTables.table(SCRIPT, map(sources, mappings));
  }

  private static Symbol find(SymbolTable table, int line, int column, String name) {
    return table.lookup(NameStyle.V8, new RecentSymbols()).find(line, column, name);
  }

  @Test
  void positionBetweenSegmentsBelongsToSegmentBefore() {
    SymbolTable table = table("'a.ts'", "AAAA,IACE,QAEE");
    assertEquals(new Symbol("a.ts", 1, 2, null), find(table, 0, 7, "f"));
  }

  @Test
  void nameOfMappingIsNotNameOfFunction() {
    assertEquals(new Symbol("a.ts", 0, 0, null), find(table("'a.ts'", "AAAAA"), 0, 0, "f"));
  }

  @Test
  void lastOfSeveralMappingsAtOnePlaceCounts() {
    SymbolTable table = table("'a.ts'", "EAAA,AAIA");
    assertEquals(new Symbol("a.ts", 4, 0, null), find(table, 0, 2, "f"));
    assertEquals(new Symbol("a.ts", 4, 0, null), find(table, 0, 3, "f"));
  }

  @Test
  void manyMappingsAtOnePlaceCostNoMoreThanOne() {
    SymbolTable table = table("'a.ts'", "AAAA" + ",AACA".repeat(1_000_000));
    for (int i = 0; i < 10_000; i++) { // Quadratic work would take minutes.
      assertEquals(new Symbol("a.ts", 1_000_000, 0, null), find(table, 0, 0, "f"));
    }
  }

  @Test
  void positionBeforeFirstMappingHasNoOriginal() {
    assertNull(find(table("'a.ts'", "EAAA"), 0, 1, "f"));
  }

  @Test
  void unmappedSegmentEndsReachOfSegmentBefore() {
    assertNull(find(table("'a.ts'", "AAAA,E"), 0, 3, "f"));
  }

  @Test
  void topLevelOfBundleBelongsToNoSingleSource() {
    assertNull(find(table("'a.ts','b.ts'", "AAAA"), 0, 0, ""));
    assertEquals(
        new Symbol("a.ts", 0, 0, null), find(table("'a.ts','b.ts'", "AAAA"), 0, 0, "Named"));
  }

  @Test
  void topLevelOfScriptWithOneSourceIsThatOfTheSource() {
    assertEquals(new Symbol("a.ts", 0, 0, ""), find(table("'a.ts'", "IAEA"), 0, 0, ""));
  }

  @Test
  void sourceWithoutUrlGivesNoSymbol() {
    assertNull(find(table("null", "AAAA"), 0, 0, "f"));
  }

  @Test
  void sizeOfTableGrowsWithTheMap() {
    String many = map("'a.ts'", "AAAA" + ",CAAA".repeat(1000));
    assertTrue(
        TestTables.table("0".repeat(1001), many).size() > table("'a.ts'", "AAAA").size() + 1000);
  }

  private static Symbol named(String name) {
    return new Symbol("a.ts", 1, 2, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "e", "get #value", "Cart.render~"})
  void printableAsciiIsPlain(String name) {
    assertTrue(named(name).hasPlainName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"", "\\", "\n", "größer", "\u0141", "\u007f", "a😀"})
  void otherNamesAreNotPlain(String name) {
    assertFalse(named(name).hasPlainName());
  }

  @Test
  void keptNameIsNotPlain() {
    assertFalse(new Symbol("a.ts", 1, 2, null).hasPlainName());
    assertEquals(new Symbol("a.ts", 1, 2, null), new Symbol("a.ts", 1, 2, null));
  }

  @Test
  void functionHasAsManyCandidatesAsTheLimitAndFurtherOnesAreLeftOut() {
    SegmentVotes votes = new SegmentVotes(1, plenty());
    for (int original = 0; original <= SegmentVotes.MAX_CANDIDATES; original++) {
      votes.add(0, original, 1);
    }
    int last = SegmentVotes.MAX_CANDIDATES - 1;
    votes.add(0, last, 1);
    assertEquals(32, votes.of(0).size());
    assertEquals(new Candidate(last, 2), votes.of(0).get(last));
  }

  @Test
  void namedFunctionIsFoundAmongAsManyOfAStatementAsTheLimit() {
    assertEquals("found", functionOfStatement(63));
    assertEquals("", functionOfStatement(64));
  }

  private static String functionOfStatement(int others) {
    String script = "g=e=>e.id";
    String source = "const " + "x=a=>1,".repeat(others) + "take=(row)=>row.id;";
    MapOf map = MapOf.of(script, source).map("g", "const", "take").map("e=>", "const");
    String place = placeAt(script, "e=>", map);
    return place.equals("0:" + source.indexOf("(row)") + " take") ? "found" : "";
  }

  @Test
  void parameterAnswersForAsManyColumnsAsTheLimit() {
    assertEquals("0:13 open", placeOfParameter(false, 1));
    assertEquals("-", placeOfParameter(false, 2));
  }

  @Test
  void parameterBehindSegmentOfItsFunctionAnswersForAsManyColumnsAsTheLimit() {
    assertEquals("0:13 open", placeOfParameter(true, 3));
    assertEquals("-", placeOfParameter(true, 4));
  }

  /** Returns the answer if the only parameter is some columns behind the parenthesis. */
  private static String placeOfParameter(boolean hasName, int blanks) {
    String script = "function a(" + " ".repeat(blanks) + "b){}";
    MapOf map = MapOf.of(script, "function open(door) {}").map("b)", "door");
    if (hasName) {
      map.map("a(", "open");
    }
    return placeWithoutScript(script, "( ", map);
  }
}

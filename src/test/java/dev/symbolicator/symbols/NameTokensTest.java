package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks names from maps without the original text. */
class NameTokensTest {
  private static String name(String script, String mark, MapOf map) {
    return name(script, mark, map, NameStyle.V8);
  }

  private static String name(String script, String mark, MapOf map, NameStyle style) {
    Symbol symbol =
        TestTables.table(script, map.withoutText().json())
            .lookup(style, new RecentSymbols())
            .find(0, script.indexOf(mark), "");
    return symbol == null ? null : symbol.name();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          segmentExactlyAtNameGivesOriginalName ¦ function e(){} ¦ function start() {} ¦ e( → start → start ¦ ( ¦ start
          segmentThatOnlyCoversNameIsNotUsed ¦ var a,e=function(){} ¦ var first, second = function () {}; ¦ a, → first → first ¦ () ¦ null
          unchangedNameIsLeftToProfile ¦ function start(){} ¦ function start() {} ¦ start → start ¦ () ¦ null
          wordsAroundNameAreKept ¦ x={get e(){return 1}} ¦ x={get width(){return 1}} ¦ e( → width → width ¦ (){ ¦ get width
          segmentOnAModifierGivesNoName ¦ x={async load(){return 1}} ¦ x={async load(){return 1}} ¦ load → async → async ¦ (){ ¦ null
          innerNameOfClassIsThatOfItsVariable ¦ a=class e{} ¦ _Box=class _Box {} ¦ a= → Box= → Box & e{ → _Box { → _Box ¦ class ¦ Box
          """)
  void segmentsGiveNames(
      String rule, String script, String source, String segments, String mark, String expected) {
    assertEquals(expected, "" + name(script, mark, MapOf.written(script, source, segments)));
  }

  @Test
  void qualifiedNamesAreMappedPartByPart() {
    String script = "class e{t(){}}";
    MapOf map =
        MapOf.of(script, "class Box{open(){}}").map("e{", "Box", "Box").map("t(", "open", "open");
    assertEquals("Box.open", name(script, "(){", map, NameStyle.QUALIFIED));
    assertEquals("open", name(script, "(){", map));
  }

  @Test
  void inventedNameOfDefaultExportBecomesDefault() {
    String script = "function e(){}";
    MapOf map =
        MapOf.of(script, "https://x.test/src/menu-bar/index.ts", "export default function () {}")
            .map("e(", "function", "menu_bar_default");
    assertEquals("default", name(script, "()", map));
  }

  @Test
  void nameThatOnlyEndsLikeADefaultExportIsKept() {
    String script = "function e(){}";
    MapOf map =
        MapOf.of(script, "other.ts", "function menu_default() {}")
            .map("e(", "menu", "menu_default");
    assertEquals("menu_default", name(script, "()", map));
  }

  @Test
  void nameAtLimitIsTakenAndLongerNameIsNot() {
    String script = "function e(){}";
    String longest = "n".repeat(TestTables.MAX_NAME_LENGTH);
    MapOf map = MapOf.of(script, "function n(){}").map("e(", "n(", longest);
    assertEquals(longest, name(script, "()", map));
    map = MapOf.of(script, "function n(){}").map("e(", "n(", longest + "n");
    assertNull(name(script, "()", map));
  }

  @Test
  void limitHoldsForNamesOfOriginalTexts() {
    String longest = "n".repeat(TestTables.MAX_NAME_LENGTH);
    String script = "function e(){}";
    String source = "function " + longest + "(){}";
    assertEquals(
        "0:109 " + longest,
        placeAt(script, "()", MapOf.of(script, source).map("function", "function")));
    source = "function n" + longest + "(){}";
    assertEquals(
        "0:110 null", placeAt(script, "()", MapOf.of(script, source).map("function", "function")));
  }
}

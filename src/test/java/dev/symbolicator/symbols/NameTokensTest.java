package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;

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

  @Test
  void segmentExactlyAtNameGivesOriginalName() {
    String script = "function e(){}";
    MapOf map = MapOf.of(script, "function start() {}").map("e(", "start", "start");
    assertEquals("start", name(script, "(", map));
  }

  @Test
  void segmentThatOnlyCoversNameIsNotUsed() {
    String script = "var a,e=function(){}";
    MapOf map = MapOf.of(script, "var first, second = function () {};").map("a,", "first", "first");
    assertNull(name(script, "()", map));
  }

  @Test
  void unchangedNameIsLeftToProfile() {
    String script = "function start(){}";
    MapOf map = MapOf.of(script, "function start() {}").map("start", "start");
    assertNull(name(script, "()", map));
  }

  @Test
  void wordsAroundNameAreKept() {
    String script = "x={get e(){return 1}}";
    MapOf map = MapOf.of(script, "x={get width(){return 1}}").map("e(", "width", "width");
    assertEquals("get width", name(script, "(){", map));
  }

  @Test
  void segmentOnAModifierGivesNoName() {
    String script = "x={async load(){return 1}}";
    MapOf map = MapOf.of(script, "x={async load(){return 1}}").map("load", "async", "async");
    assertNull(name(script, "(){", map));
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
  void innerNameOfClassIsThatOfItsVariable() {
    String script = "a=class e{}";
    MapOf map =
        MapOf.of(script, "_Box=class _Box {}").map("a=", "Box=", "Box").map("e{", "_Box {", "_Box");
    assertEquals("Box", name(script, "class", map));
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

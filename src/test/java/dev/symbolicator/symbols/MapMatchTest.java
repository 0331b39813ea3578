package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapMatchTest {
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";
  private static final String OTHER = "00000000-023f-4cf1-a267-535f4e37bb17";

  private static String map(String mappings, String members) {
    return "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"%s\"%s}"
        .formatted(mappings, members);
  }

  private static boolean matches(String script, String map) {
    return TestTables.compilation(script, map) instanceof SymbolCompilation.Compiled;
  }

  private static String detail(String script, String map) {
    return assertInstanceOf(SymbolCompilation.Mismatch.class, TestTables.compilation(script, map))
        .detail();
  }

  @Test
  void mapWithAnotherDebugIdIsAMismatch() {
    String map = map("AAAA", ",\"debugId\":\"" + ID + "\"");
    assertEquals(true, matches("a()\n//# debugId=" + ID, map));
    assertEquals(true, matches("a()\n//# debugId=" + ID.toUpperCase(java.util.Locale.ROOT), map));
    assertEquals(
        "The script's debug id is " + OTHER + ", the source map's " + ID + ".",
        detail("a()\n//# debugId=" + OTHER + "\n//# sourceMappingURL=a.js.map", map));
  }

  @Test
  void debugIdOnOneSideIsIgnored() {
    assertEquals(true, matches("a()", map("AAAA", ",\"debugId\":\"" + ID + "\"")));
    assertEquals(true, matches("a()\n//# debugId=" + OTHER, map("AAAA", "")));
  }

  @Test
  void debugIdWithinCodeIsIgnored() {
    String map = map("AAAA", ",\"debugId\":\"" + ID + "\"");
    assertEquals(true, matches("write('//# debugId=" + OTHER + "')", map));
    assertEquals(true, matches("//# debugId=none\na()", map));
  }

  @Test
  void moreThanTenSegmentsOutsideOfAShortScriptAreAMismatch() {
    String inside = "AAAA";
    String outside = ",KAAA";
    assertEquals(true, matches("a();", map(inside + outside.repeat(10), "")));
    assertEquals(
        "The source map is not this script's: 11 of its 12 segments lie outside of the script.",
        detail("a();", map(inside + outside.repeat(11), "")));
  }

  @Test
  void tenthOfSegmentsMayLieOutside() {
    String inside = "AAAA".concat(",AAAA".repeat(98));
    assertEquals(true, matches("a();", map(inside + ",KAAA".repeat(11), "")));
    assertEquals(false, matches("a();", map(inside + ",KAAA".repeat(12), "")));
  }

  @Test
  void segmentsOnMissingLinesAreOutside() {
    assertEquals(false, matches("a();\nb();", map(";;" + "AAAA;".repeat(20), "")));
    assertEquals(true, matches("a();\n".repeat(22), map(";;" + "AAAA;".repeat(20), "")));
  }

  @Test
  void endOfLineIsInside() {
    assertEquals(true, matches("a();", map("IAAA".concat(",AAAA".repeat(30)), "")));
  }

  private static final String SCRIPT = "function first(){}".repeat(20);

  /** Each character has a segment, which leads so many columns behind the segment before. */
  @ParameterizedTest
  @CsvSource({"A, false", "C, false", "E, true"})
  void segmentsOfCharactersSayNothing(String columns, boolean isUnsound) {
    String map =
        "{\"version\":3,\"sources\":[\"a.js\"],\"names\":[],\"mappings\":\"AAAA%s\"}"
            .formatted((",CAA" + columns).repeat(SCRIPT.length() - 1));
    MapSurvey survey =
        MapSurvey.of(SCRIPT, Lines.of(SCRIPT, plenty()), TestTables.read(map).map(), plenty());
    assertEquals(isUnsound, survey.isUnsound());
  }
}

package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import dev.symbolicator.testing.TestTables;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
          segmentAtTheBlankBeforeTheNameGivesIt ¦ function e(){} ¦ function start() {} ¦ ' e( → start → start' ¦ ( ¦ start
          segmentAtTheNameIsBelievedBeforeOneAtTheBlank ¦ function e(){} ¦ function start() {} ¦ ' e( → function → word & e( → start → start' ¦ ( ¦ start
          segmentAtTheParenthesisGivesName ¦ x={e(t){}} ¦ start(amount) {} ¦ (t → start → start ¦ ( ¦ start
          segmentAtTheParenthesisOfAnArrowGivesNone ¦ x=(t)=>t ¦ (amount) => amount ¦ (t → (amount → amount ¦ (t ¦ null
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

  private static final String SCRIPT = "e=function(){a()}";

  private static final String SOURCE = "export const open = function () { a(); };";

  /** Says in Metro's format that {@code Box#open} begins at 0:0. */
  private static final String FUNCTIONS = "[[{\"names\":[\"Box#open\"],\"mappings\":\"AAA\"}]]";

  private static MapOf map() {
    return MapOf.of(SCRIPT, SOURCE).map("a()", "a()").member("x_facebook_sources", FUNCTIONS);
  }

  @Test
  void nameInMapIsUsedIfTextIsUnknown() {
    assertEquals("0:34 open", Compiled.placeAt(SCRIPT, "()", map().withoutText()));
  }

  @Test
  void nameInTextGoesBeforeNameInMap() {
    MapOf map =
        MapOf.of(SCRIPT, SOURCE.replace("open", "shut"))
            .map("a()", "a()")
            .member("x_facebook_sources", FUNCTIONS);
    assertEquals("0:29 shut", Compiled.placeAt(SCRIPT, "()", map));
  }

  @Test
  void nameBeyondLimitIsNotUsed() {
    String longest = "n".repeat(TestTables.MAX_NAME_LENGTH);
    MapOf map =
        MapOf.of(SCRIPT, SOURCE)
            .map("a()", "a()")
            .withoutText()
            .member("x_facebook_sources", FUNCTIONS.replace("Box#open", longest + "n"));
    assertEquals("0:34 null", Compiled.placeAt(SCRIPT, "()", map));
  }

  /** Returns the name of the function that starts at the only mark {@code §} of a script. */
  private static @Nullable String generatedName(String marked) {
    int start = marked.indexOf('§');
    Outline outline = Outline.of(marked.replace("§", ""), Dialect.JAVASCRIPT, plenty());
    return NameWitness.name(outline, outline.startingAt(start));
  }

  private static StartFit fit(String generated, String profiled, NameCheck check) {
    return NameWitness.fit(NameWitness.of(generated), profiled, check);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "function ab§(){}|ab",
        "var größer=§()=>1|größer",
        "x={get ab§(){}}|get ab",
        "x={'a-b'§(){}}|a-b",
        "class ab{constructor§(){}}|ab",
        "class x{#ab§(){}}|#ab",
        "a.b=function§(){}|``",
        "x.map(§a=>a)|``",
        "x={[k]§(){}}|``"
      })
  void generatedNameIsThatOfV8(String marked, String name) {
    assertEquals(name, generatedName(marked));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"§class ab{}", "x=class{§a=1}", "x=class{§static a=1}"})
  void functionsWhoseNamesDependOnVersionOfV8HaveNone(String marked) {
    assertNull(generatedName(marked));
  }

  @Test
  void functionsWithSameStartHaveNone() {
    assertNull(generatedName("class a{§class=1;b(){}}"));
  }

  @Test
  void bytesOfNamesAreSpread() {
    Set<Integer> bytes = new HashSet<>();
    for (char first = 'a'; first <= 'z'; first++) {
      for (char second = 'A'; second <= 'z'; second++) {
        int witness = NameWitness.of("" + first + second);
        assertEquals(witness, witness & 0xff);
        bytes.add(witness);
      }
    }
    assertEquals(254, bytes.size());
    assertEquals(NameWitness.ANONYMOUS, NameWitness.of(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ab|ab|ALL|SAME_NAME",
        "a|a|ALL|FUNCTION",
        "``|``|ALL|FUNCTION",
        "ab|cd|ALL|OTHER_NAME",
        "ab|cd|NAMED|OTHER_NAME",
        "ab|cd|NONE|FUNCTION",
        "ab|ab|NONE|FUNCTION",
        "ab|``|ALL|OTHER_NAME",
        "ab|``|NAMED|OTHER_NAME",
        "``|ab|ALL|OTHER_NAME",
        "``|ab|NAMED|FUNCTION",
        "ab|get cd|ALL|OTHER_NAME",
        "ab|#cd|ALL|OTHER_NAME",
        "ab|cd.ef|ALL|FUNCTION",
        "ab|(anonymous)|ALL|FUNCTION",
        "ab|anonymous|ALL|FUNCTION",
        "ab|<instance_members_initializer>|NAMED|FUNCTION",
      })
  void onlyNamesThatTextsSpellContradict(
      String generated, String profiled, NameCheck check, StartFit fit) {
    assertEquals(fit, fit(generated, profiled, check));
  }

  @Test
  void nameThatMayBeCutOffContradictsNothing() {
    assertEquals(StartFit.OTHER_NAME, fit("ab", "c".repeat(256), NameCheck.ALL));
    assertEquals(StartFit.FUNCTION, fit("ab", "c".repeat(257), NameCheck.ALL));
  }
}

package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeWithoutScript;
import static dev.symbolicator.testing.Allowances.plenty;
import static dev.symbolicator.testing.TestTables.tableWithoutScript;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.MapOnlyCompiler.HeadReach;
import dev.symbolicator.testing.TestTables;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks functions that are found by the map alone. The script only says where V8 reports them. */
class MapOnlyCompilerTest {
  private static final String STAYS = "-";

  private static Symbol find(String script, String mark, MapOf map, NameStyle style) {
    return tableWithoutScript(map.json())
        .lookup(style, new RecentSymbols())
        .find(0, script.indexOf(mark), "kept");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          segmentOfParameterLeadsToDeclaration ¦ function a(b){return b} ¦ export function open(door) { return door; } ¦ function → export & a( → open & b) → door & return → return ¦ (b ¦ 0:20 open
          segmentOfParameterLeadsToFunctionExpression ¦ e=function(b){return b} ¦ const open = function (door) {}; ¦ b) → door ¦ (b ¦ 0:22 open
          parameterOfMethodLeadsToMethod ¦ class e{a(b){}} ¦ class Box {⏎  open(door) {}⏎} ¦ a( → open & b) → door ¦ (b ¦ 1:6 open
          parameterOfSetterLeadsToSetter ¦ e={set a(b){}} ¦ const o = { set door(open) {} }; ¦ b) → open ¦ (b ¦ 0:20 set door
          bareParameterIsStartOfArrow ¦ e=b=>c(b) ¦ const open = (door) => close(door); ¦ b=> → door & c → close ¦ b=> ¦ 0:13 open
          segmentAtParenthesisOfArrowIsItsStart ¦ e=()=>c() ¦ const open = () => close(); ¦ ()=> → () => ¦ ()=> ¦ 0:13 open
          segmentAtWordAsyncIsStartOfAsyncArrow ¦ e=async()=>c() ¦ const open = async () => close(); ¦ async → async & c → close ¦ async ¦ 0:13 open
          destructuredParameterLeadsToFunction ¦ function a({b:c}){} ¦ function open({ door }) {} ¦ b: → door ¦ ({ ¦ 0:13 open
          restParameterLeadsToFunctionWhoseNameHasSegment ¦ function a(...b){} ¦ function open(...doors) {} ¦ b) → doors ¦ (... ¦ -
          restParameterLeadsToFunctionWhoseNameHasSegment ¦ function a(...b){} ¦ function open(...doors) {} ¦ b) → doors & a( → open ¦ (... ¦ 0:13 open
          # The brace belongs to no other function, and nothing of a body can be so near.
          braceBehindParenthesesLeadsToFunction ¦ function a(){return b} ¦ function open() { return door; } ¦ { → { & return → return ¦ () ¦ 0:13 open
          arrowThatReturnsArrowIsNotTheInnerArrow ¦ e=()=>b=>b ¦ const open = () => door => door; ¦ b=> → door => ¦ ()=> ¦ -
          arrowThatReturnsArrowIsNotTheInnerArrow ¦ e=()=>b=>b ¦ const open = () => door => door; ¦ b=> → door => ¦ b=> ¦ 0:19 ∅
          bareParameterWithoutSegmentIsNotTheInnerArrow ¦ e=c=>b=>b ¦ const open = () => door => door; ¦ b=> → door => ¦ c=> ¦ -
          functionAtBeginningOfBodyIsNotTheFunctionAround ¦ e=function(){function b(){}} ¦ const open = function () { function door() {} }; ¦ function b → function door ¦ (){f ¦ -
          arrowAtBeginningOfBodyIsNotTheFunctionAround ¦ e=function(){async b=>b} ¦ const open = function () { async door => door }; ¦ async → async ¦ (){ ¦ -
          classAtBeginningOfBodyIsNotTheFunctionAround ¦ e=function(){class b{}} ¦ const open = function () { class Door {} }; ¦ class b → class ¦ (){c ¦ -
          parameterOfInlinedFunctionIsNotTheFunctionAround ¦ function a(){var b=1;return b} ¦ function open() { return door(1); }⏎function door(b) { return b; } ¦ b= → b) & return → return b ¦ () ¦ -
          startOfInlinedFunctionIsNotTheFunctionAround ¦ function a(){(b=>b)(1)} ¦ function open() { door(1); }⏎const door = (b) => b; ¦ b=> → (b) & b) → b; ¦ (){ ¦ -
          functionInDefaultValueIsNotTheFunctionAround ¦ function a(b=()=>1,c){} ¦ function open(door = () => 1, key) {} ¦ a( → open & b= → door & c) → key ¦ ()=> ¦ -
          functionInDefaultValueIsNotTheFunctionAround ¦ function a(b=()=>1,c){} ¦ function open(door = () => 1, key) {} ¦ a( → open & b= → door & c) → key ¦ (b= ¦ 0:13 open
          functionInDefaultValueIsFoundByItsOwnSegment ¦ function a(b=e=>1,c){} ¦ function open(door = (event) => 1, key) {} ¦ b= → door & e=> → event & c) → key ¦ e=> ¦ 0:21 door
          arrowThatReturnsDeclaredFunctionIsNotThatFunction ¦ x={get:()=>f} ¦ function f() {}⏎export { f }; ¦ ()=> → function ¦ ()=> ¦ -
          lastOfTwoFunctionsAtOnePlaceCounts ¦ e=b=>1 ¦ f((a) => 1, (b) => 2) ¦ b=> → a) & b=> → b) ¦ b=> ¦ 0:12 ∅
          twoSegmentsOfOneFunctionAtOnePlaceLeadToFunction ¦ e=b=>1 ¦ f(((a) => 1)) ¦ b=> → (a) & b=> → a) ¦ b=> ¦ 0:3 ∅
          implicitConstructorIsAtWordClass ¦ e=class{m(){a()}} ¦ export class Box {⏎  open() { a(); }⏎} ¦ class → class ¦ class ¦ 0:7 Box
          droppedConstructorIsAnsweredWhereItWasWritten ¦ class e extends f{} ¦ class Box extends Base {⏎  constructor(...all) { super(...all); }⏎} ¦ class → class ¦ class ¦ 1:13 Box
          parameterOfConstructorLeadsToConstructor ¦ class e{constructor(t){this.x=t}} ¦ class Box {⏎  constructor(private size: number) {}⏎} ¦ class → class & t) → size ¦ (t) ¦ 1:13 Box
          functionAroundLoweredClassIsNotItsConstructor ¦ e=function(t){function n(){}return n}(f) ¦ class Box extends Base {} ¦ function → class & t) → Base & n( → Box ¦ (t) ¦ -
          functionAroundLoweredClassIsNotItsConstructor ¦ e=function(t){function n(){}return n}(f) ¦ class Box extends Base {} ¦ function → class & (t) → class ¦ (t) ¦ -
          firstFieldStandsForAllFields ¦ class e{i=a();static j=b();k=c()} ¦ class Box {⏎  width = a();⏎  static count = b();⏎  height = c();⏎} ¦ i= → width & static → static & k= → height ¦ i= ¦ 1:2 Box
          firstFieldStandsForAllFields ¦ class e{i=a();static j=b();k=c()} ¦ class Box {⏎  width = a();⏎  static count = b();⏎  height = c();⏎} ¦ i= → width & static → static & k= → height ¦ static ¦ 2:2 Box
          firstFieldStandsForAllFields ¦ class e{i=a();static j=b();k=c()} ¦ class Box {⏎  width = a();⏎  static count = b();⏎  height = c();⏎} ¦ i= → width & static → static & k= → height ¦ k= ¦ 1:2 Box
          sourceThatWasNotUnderstoodGivesExactStartsOnly ¦ e=b=>1,function a(c){} ¦ e = (b) => 1; function a(c) {} }}]( ¦ b=> → (b) & c) → c) ¦ b=> ¦ 0:4 e
          sourceThatWasNotUnderstoodGivesExactStartsOnly ¦ e=b=>1,function a(c){} ¦ e = (b) => 1; function a(c) {} }}]( ¦ b=> → (b) & c) → c) ¦ (c) ¦ -
          """)
  void functionsAreFoundBySegments(
      String rule, String script, String source, String segments, String mark, String place) {
    assertEquals(
        place.replace("∅", ""),
        placeWithoutScript(script, mark, MapOf.written(script, source, segments)));
  }

  /** A segment in markup, or in another language, answers for its own position alone. */
  @ParameterizedTest
  @CsvSource({
    "Card.vue, x=t=>h(t), t=>, 0:3 null COMPONENT",
    "Card.vue, x=t=>h(t), h(, 0:3 null COMPONENT",
    "Card.vue, x=t=>h(t), (t, -",
    "card.coffee, x=t=>h(t), t=>, 0:3 null WRITTEN",
    "card.coffee, x=t=>h(t), (t, -"
  })
  void segmentInMarkupAnswersForItsOwnPosition(
      String url, String script, String mark, String expected) {
    MapOf map = MapOf.of(script, url, "<b :x=\"h\"/>").map("t=>", ":x", "x").map("h(", ":x");
    Symbol symbol = find(script, mark, map, NameStyle.V8);
    assertEquals(
        expected,
        symbol == null
            ? STAYS
            : symbol.line() + ":" + symbol.column() + " " + symbol.name() + " " + symbol.origin());
  }

  @Test
  void inferredNameIsThatOfDebuggers() {
    String script = "o.a=function(b){}";
    MapOf map = MapOf.of(script, "shop.open = function (door) {}").map("b)", "door");
    Symbol symbol = find(script, "(b", map, NameStyle.DEBUG);
    assertNotNull(symbol);
    assertEquals("shop.open", symbol.name());
  }

  @Test
  void qualifiedNameIsFoundToo() {
    String script = "class e{a(b){}}";
    MapOf map = MapOf.of(script, "class Box {\n  open(door) {}\n}").map("b)", "door");
    assertEquals(
        new Symbol("a.ts", 1, 6, "Box.open"), find(script, "(b", map, NameStyle.QUALIFIED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"return b", "b"})
  void segmentOfBodyLeavesFunctionWithoutParameters(String segment) {
    String script = "function a(){return b}";
    MapOf map =
        MapOf.of(script, "function open() { return b; }")
            .map("function", "function")
            .map("a(", "open")
            .map(segment, segment);
    assertEquals(STAYS, placeWithoutScript(script, "()", map));
  }

  @Test
  void segmentOnNextLineIsNotAskedFor() {
    String map =
        "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"sourcesContent\":[\"(a)=>1\"],"
            + "\"mappings\":\";AAAC\"}";
    SymbolLookup lookup = tableWithoutScript(map).lookup(NameStyle.V8, new RecentSymbols());
    assertNull(lookup.find(0, 0, "e"));
    assertNotNull(lookup.find(1, 0, "e"));
  }

  @Test
  void unmappedSegmentEndsSearch() {
    String text =
        "\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"sourcesContent\":[\"(a)=>1\"]";
    SymbolLookup lookup =
        tableWithoutScript("{" + text + ",\"mappings\":\"C,CAAC\"}")
            .lookup(NameStyle.V8, new RecentSymbols());
    assertNull(lookup.find(0, 0, "e"));
    assertNull(lookup.find(0, 1, "e"));
    assertNotNull(lookup.find(0, 2, "e"));
  }

  @Test
  void functionInDefaultValueBesideNextParameterIsNotTheFunctionAround() {
    String script = "function a(b=e=>1,c){}"; // A map without segments for the inner arrow.
    MapOf map =
        MapOf.of(script, "function open(door = e => 1, key) {}")
            .map("b=", "door")
            .map("1,", "1,")
            .map(",c", ", key")
            .map("c)", "key");
    assertEquals(STAYS, placeWithoutScript(script, "e=>", map));
  }

  @Test
  void sourceWithoutTextGivesNothing() {
    String script = "e=b=>1";
    MapOf map =
        MapOf.of(script, "const open = (door) => 1;").map("b=>", "door", "door").withoutText();
    assertEquals(STAYS, placeWithoutScript(script, "b=>", map));
  }

  @Test
  void functionThatMapNamesIsFoundAtItsStart() {
    String source = "const open = (door) => 1;";
    String script = "e=(b)=>1";
    // The function from 0:13 to 0:24 is the first name, in pasta's format.
    String named = "[\"AAaAwB\"]";
    for (String original : new String[] {"(door", "door"}) {
      MapOf map =
          MapOf.of(script, source)
              .map("b)", original, "open")
              .withoutText()
              .member("x_com_bloomberg_sourcesFunctionMappings", named);
      assertEquals("0:13 open", placeWithoutScript(script, "(b", map));
    }
    MapOf body =
        MapOf.of(script, source)
            .map("b)", "1", "open")
            .withoutText()
            .member("x_com_bloomberg_sourcesFunctionMappings", named);
    assertEquals(STAYS, placeWithoutScript(script, "(b", body));
  }

  @Test
  void topLevelIsThatOfTheOnlySource() {
    MapOf map = MapOf.of("e=b=>1", "const open = (door) => 1;").map("b=>", "door");
    SymbolLookup lookup = tableWithoutScript(map.json()).lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(new Symbol("a.ts", 0, 0, ""), lookup.find(0, 0, ""));
  }

  @Test
  void noPositionIsStrangeWithoutScript() {
    MapOf map = MapOf.of("e=b=>1", "const open = (door) => 1;").map("b=>", "door");
    SymbolLookup lookup = tableWithoutScript(map.json()).lookup(NameStyle.V8, new RecentSymbols());
    for (int column = 0; column < 9; column++) {
      Symbol symbol = lookup.find(0, column, "e");
      assertEquals(column <= 2, symbol != null, () -> "" + symbol);
    }
    assertEquals(0, lookup.strange());
  }

  @Test
  void tableSaysThatItsScriptWasNotKnown() {
    MapOf map = MapOf.of("e=b=>1", "const open = (door) => 1;").map("b=>", "door");
    byte[] block = tableWithoutScript(map.json()).block();
    SymbolTable read = SymbolTable.open(block.clone());
    assertNotNull(read);
    assertTrue(read.isWithoutScript());
    assertFalse(TestTables.table("e=b=>1", map.json()).isWithoutScript());
    assertArrayEquals(block, tableWithoutScript(map.json()).block());
  }

  private static final String SOURCE =
      "function one(a, b = (c) => c, d) { return e => e; }"
          + "x = { two(f, { g }) {}, get three() {} }; async () => { y(function (h) {}); };";

  private static final Outline OUTLINE = Outline.of(SOURCE, Dialect.JSX, plenty());

  private static final int LINES = 3;

  private static final int COLUMNS = 40;

  private static String map(Random random) {
    StringBuilder mappings = new StringBuilder();
    int original = 0;
    for (int line = 0; line < LINES; line++) {
      mappings.append(line == 0 ? "" : ";");
      TreeMap<Integer, Integer> segments = new TreeMap<>();
      for (int i = random.nextInt(10); i > 0; i--) {
        segments.put(random.nextInt(COLUMNS), random.nextInt(SOURCE.length()));
      }
      int before = 0;
      for (var segment : segments.entrySet()) {
        mappings.append(before == 0 ? "" : ",").append(MapOf.vlq(segment.getKey() - before));
        before = segment.getKey();
        if (random.nextInt(8) > 0) {
          mappings.append("AA").append(MapOf.vlq(segment.getValue() - original));
          original = segment.getValue();
        }
        if (random.nextInt(8) == 0) {
          mappings.append(",AAAA");
        }
      }
    }
    return "{\"version\":3,\"sources\":[\"a.js\"],\"names\":[],\"sourcesContent\":[\""
        + SOURCE
        + "\"],\"mappings\":\""
        + mappings
        + "\"}";
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void answeredFunctionHoldsNextSegmentInItsHead(@ForAll long seed) {
    String json = map(new Random(seed));
    SourceMap map = TestTables.read(json).map();
    SymbolTable table = TestTables.tableWithoutScript(json);
    SymbolLookup lookup = table.lookup(NameStyle.V8, new RecentSymbols());
    for (int line = 0; line <= LINES; line++) {
      for (int column = 0; column <= COLUMNS; column++) {
        Symbol symbol = lookup.find(line, column, "n");
        if (symbol != null) {
          assertHoldsNext(symbol, map.mappings(line, column, line + 1, 0), column);
        }
      }
    }
    assertEquals(0, lookup.strange());
    assertFalse(table.isCorrupt());
  }

  private static void assertHoldsNext(Symbol symbol, MappingCursor next, int column) {
    assertTrue(next.next(), symbol::toString);
    int place = next.generatedColumn();
    assertTrue(place - column <= HeadReach.BETWEEN, symbol::toString);
    int row = OUTLINE.startingAt(symbol.column());
    assertEquals(OUTLINE.name(row, NameStyle.V8).text(), symbol.name());
    boolean isHeld = false;
    do {
      isHeld |=
          next.isMapped()
              && next.originalColumn() >= OUTLINE.header(row)
              && next.originalColumn() < OUTLINE.body(row);
    } while (next.next() && next.generatedColumn() == place);
    assertTrue(isHeld, symbol::toString);
  }
}

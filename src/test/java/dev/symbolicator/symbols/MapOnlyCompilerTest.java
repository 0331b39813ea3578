package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeWithoutScript;
import static dev.symbolicator.testing.TestTables.tableWithoutScript;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks functions that are found by the map alone. The script only says where V8 reports them. */
class MapOnlyCompilerTest {
  private static final String STAYS = "-";

  @Test
  void segmentOfParameterLeadsToDeclaration() {
    String script = "function a(b){return b}";
    MapOf map =
        MapOf.of(script, "export function open(door) { return door; }")
            .map("function", "export")
            .map("a(", "open")
            .map("b)", "door")
            .map("return", "return");
    assertEquals("0:20 open", placeWithoutScript(script, "(b", map));
  }

  @Test
  void segmentOfParameterLeadsToFunctionExpression() {
    String script = "e=function(b){return b}";
    MapOf map = MapOf.of(script, "const open = function (door) {};").map("b)", "door");
    assertEquals("0:22 open", placeWithoutScript(script, "(b", map));
  }

  @Test
  void parameterOfMethodLeadsToMethod() {
    String script = "class e{a(b){}}";
    MapOf map =
        MapOf.of(script, "class Box {\n  open(door) {}\n}").map("a(", "open").map("b)", "door");
    assertEquals("1:6 open", placeWithoutScript(script, "(b", map));
  }

  @Test
  void parameterOfSetterLeadsToSetter() {
    String script = "e={set a(b){}}";
    MapOf map = MapOf.of(script, "const o = { set door(open) {} };").map("b)", "open");
    assertEquals("0:20 set door", placeWithoutScript(script, "(b", map));
  }

  @Test
  void qualifiedNameIsFoundToo() {
    String script = "class e{a(b){}}";
    MapOf map = MapOf.of(script, "class Box {\n  open(door) {}\n}").map("b)", "door");
    Symbol symbol =
        tableWithoutScript(map.json())
            .lookup(NameStyle.QUALIFIED, new RecentSymbols())
            .find(0, script.indexOf("(b"), "a");
    assertEquals(new Symbol("a.ts", 1, 6, "Box.open"), symbol);
  }

  @Test
  void bareParameterIsStartOfArrow() {
    String script = "e=b=>c(b)";
    MapOf map =
        MapOf.of(script, "const open = (door) => close(door);")
            .map("b=>", "door")
            .map("c", "close");
    assertEquals("0:13 open", placeWithoutScript(script, "b=>", map));
  }

  @Test
  void segmentAtParenthesisOfArrowIsItsStart() {
    String script = "e=()=>c()";
    MapOf map = MapOf.of(script, "const open = () => close();").map("()=>", "() =>");
    assertEquals("0:13 open", placeWithoutScript(script, "()=>", map));
  }

  @Test
  void segmentAtWordAsyncIsStartOfAsyncArrow() {
    String script = "e=async()=>c()";
    MapOf map =
        MapOf.of(script, "const open = async () => close();")
            .map("async", "async")
            .map("c", "close");
    assertEquals("0:13 open", placeWithoutScript(script, "async", map));
  }

  @Test
  void destructuredParameterLeadsToFunction() {
    String script = "function a({b:c}){}";
    MapOf map = MapOf.of(script, "function open({ door }) {}").map("b:", "door");
    assertEquals("0:13 open", placeWithoutScript(script, "({", map));
  }

  @Test
  void restParameterLeadsToFunctionWhoseNameHasSegment() {
    String script = "function a(...b){}";
    MapOf map = MapOf.of(script, "function open(...doors) {}").map("b)", "doors");
    assertEquals(STAYS, placeWithoutScript(script, "(...", map));
    assertEquals("0:13 open", placeWithoutScript(script, "(...", map.map("a(", "open")));
  }

  /** The brace belongs to no other function, and nothing of a body can be so near. */
  @Test
  void braceBehindParenthesesLeadsToFunction() {
    String script = "function a(){return b}";
    MapOf map =
        MapOf.of(script, "function open() { return door; }").map("{", "{").map("return", "return");
    assertEquals("0:13 open", placeWithoutScript(script, "()", map));
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
  void arrowThatReturnsArrowIsNotTheInnerArrow() {
    String script = "e=()=>b=>b";
    MapOf map = MapOf.of(script, "const open = () => door => door;").map("b=>", "door =>");
    assertEquals(STAYS, placeWithoutScript(script, "()=>", map));
    assertEquals("0:19 ", placeWithoutScript(script, "b=>", map));
  }

  @Test
  void bareParameterWithoutSegmentIsNotTheInnerArrow() {
    String script = "e=c=>b=>b";
    MapOf map = MapOf.of(script, "const open = () => door => door;").map("b=>", "door =>");
    assertEquals(STAYS, placeWithoutScript(script, "c=>", map));
  }

  @Test
  void functionAtBeginningOfBodyIsNotTheFunctionAround() {
    String script = "e=function(){function b(){}}";
    MapOf map =
        MapOf.of(script, "const open = function () { function door() {} };")
            .map("function b", "function door");
    assertEquals(STAYS, placeWithoutScript(script, "(){f", map));
  }

  @Test
  void arrowAtBeginningOfBodyIsNotTheFunctionAround() {
    String script = "e=function(){async b=>b}";
    MapOf map =
        MapOf.of(script, "const open = function () { async door => door };").map("async", "async");
    assertEquals(STAYS, placeWithoutScript(script, "(){", map));
  }

  @Test
  void classAtBeginningOfBodyIsNotTheFunctionAround() {
    String script = "e=function(){class b{}}";
    MapOf map =
        MapOf.of(script, "const open = function () { class Door {} };").map("class b", "class");
    assertEquals(STAYS, placeWithoutScript(script, "(){c", map));
  }

  @Test
  void parameterOfInlinedFunctionIsNotTheFunctionAround() {
    String script = "function a(){var b=1;return b}";
    MapOf map =
        MapOf.of(script, "function open() { return door(1); }\nfunction door(b) { return b; }")
            .map("b=", "b)")
            .map("return", "return b");
    assertEquals(STAYS, placeWithoutScript(script, "()", map));
  }

  @Test
  void startOfInlinedFunctionIsNotTheFunctionAround() {
    String script = "function a(){(b=>b)(1)}";
    MapOf map =
        MapOf.of(script, "function open() { door(1); }\nconst door = (b) => b;")
            .map("b=>", "(b)")
            .map("b)", "b;");
    assertEquals(STAYS, placeWithoutScript(script, "(){", map));
  }

  @Test
  void functionInDefaultValueIsNotTheFunctionAround() {
    String script = "function a(b=()=>1,c){}";
    MapOf map =
        MapOf.of(script, "function open(door = () => 1, key) {}")
            .map("a(", "open")
            .map("b=", "door")
            .map("c)", "key");
    assertEquals(STAYS, placeWithoutScript(script, "()=>", map));
    assertEquals("0:13 open", placeWithoutScript(script, "(b=", map));
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
  void functionInDefaultValueIsFoundByItsOwnSegment() {
    String script = "function a(b=e=>1,c){}";
    MapOf map =
        MapOf.of(script, "function open(door = (event) => 1, key) {}")
            .map("b=", "door")
            .map("e=>", "event")
            .map("c)", "key");
    assertEquals("0:21 door", placeWithoutScript(script, "e=>", map));
  }

  @Test
  void arrowThatReturnsDeclaredFunctionIsNotThatFunction() {
    String script = "x={get:()=>f}";
    MapOf map = MapOf.of(script, "function f() {}\nexport { f };").map("()=>", "function");
    assertEquals(STAYS, placeWithoutScript(script, "()=>", map));
  }

  @Test
  void lastOfTwoFunctionsAtOnePlaceCounts() {
    String script = "e=b=>1";
    MapOf map = MapOf.of(script, "f((a) => 1, (b) => 2)").map("b=>", "a)").map("b=>", "b)");
    assertEquals("0:12 ", placeWithoutScript(script, "b=>", map));
  }

  @Test
  void twoSegmentsOfOneFunctionAtOnePlaceLeadToFunction() {
    String script = "e=b=>1";
    MapOf map = MapOf.of(script, "f(((a) => 1))").map("b=>", "(a)").map("b=>", "a)");
    assertEquals("0:3 ", placeWithoutScript(script, "b=>", map));
  }

  @Test
  void implicitConstructorIsAtWordClass() {
    String script = "e=class{m(){a()}}";
    MapOf map = MapOf.of(script, "export class Box {\n  open() { a(); }\n}").map("class", "class");
    assertEquals("0:7 Box", placeWithoutScript(script, "class", map));
  }

  @Test
  void droppedConstructorIsAnsweredWhereItWasWritten() {
    String script = "class e extends f{}";
    String source = "class Box extends Base {\n  constructor(...all) { super(...all); }\n}";
    assertEquals(
        "1:13 Box",
        placeWithoutScript(script, "class", MapOf.of(script, source).map("class", "class")));
  }

  @Test
  void parameterOfConstructorLeadsToConstructor() {
    String script = "class e{constructor(t){this.x=t}}";
    String source = "class Box {\n  constructor(private size: number) {}\n}";
    MapOf map = MapOf.of(script, source).map("class", "class").map("t)", "size");
    assertEquals("1:13 Box", placeWithoutScript(script, "(t)", map));
  }

  @Test
  void functionAroundLoweredClassIsNotItsConstructor() {
    String script = "e=function(t){function n(){}return n}(f)";
    String source = "class Box extends Base {}";
    MapOf map =
        MapOf.of(script, source).map("function", "class").map("t)", "Base").map("n(", "Box");
    assertEquals(STAYS, placeWithoutScript(script, "(t)", map));
    MapOf exact = MapOf.of(script, source).map("function", "class").map("(t)", "class");
    assertEquals(STAYS, placeWithoutScript(script, "(t)", exact));
  }

  @Test
  void firstFieldStandsForAllFields() {
    String script = "class e{i=a();static j=b();k=c()}";
    String source = "class Box {\n  width = a();\n  static count = b();\n  height = c();\n}";
    MapOf map =
        MapOf.of(script, source).map("i=", "width").map("static", "static").map("k=", "height");
    assertEquals("1:2 Box", placeWithoutScript(script, "i=", map));
    assertEquals("2:2 Box", placeWithoutScript(script, "static", map));
    assertEquals("1:2 Box", placeWithoutScript(script, "k=", map));
  }

  @Test
  void sourceThatWasNotUnderstoodGivesExactStartsOnly() {
    String script = "e=b=>1,function a(c){}";
    MapOf map =
        MapOf.of(script, "e = (b) => 1; function a(c) {} }}](").map("b=>", "(b)").map("c)", "c)");
    assertEquals("0:4 e", placeWithoutScript(script, "b=>", map));
    assertEquals(STAYS, placeWithoutScript(script, "(c)", map));
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
}

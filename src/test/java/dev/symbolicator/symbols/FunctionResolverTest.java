package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static dev.symbolicator.symbols.Compiled.symbolAt;
import static dev.symbolicator.testing.TestTables.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.Symbol.Origin;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks each step from a generated function to its original, if the original text is known. */
class FunctionResolverTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          segmentAtStartOfArrowLeadsToArrow ¦ x=e=>e.id ¦ const handler = (event) => event.id; ¦ e=> → (event) & e.id → event.id → event ¦ e=> ¦ 0:16 handler
          nameOfParameterIsNotNameOfArrow ¦ x=e=>e.id ¦ const handler = event => event.id; ¦ e=> → event → event ¦ e=> ¦ 0:16 handler
          declarationMovedToItsCallIsNamed ¦ run(function(){go()}) ¦ export function start() {⏎  go();⏎}⏎run(start); ¦ function → export & go → go ¦ (){ ¦ 0:21 start
          segmentAtExportLeadsToExportedFunction ¦ run(function(){}) ¦ export default async function start() {} ¦ function → export ¦ (){ ¦ 0:35 start
          parametersOutweighInlinedBody ¦ f=(a,b)=>{x(),y(),z()} ¦ const f = (one, two) => { all(); };⏎function all() { x(); y(); z(); } ¦ a → one → one & x() → x() & y() → y() & z() → z() ¦ (a ¦ 0:10 f
          mostSegmentsOfTheBodyDecide ¦ class B{m(){a(),b(),c()}} ¦ class Box {⏎  open() { a(); inlined(); c(); }⏎}⏎function inlined() { b(); } ¦ b() → b() & a() → a() & c() → c() ¦ (){ ¦ 1:6 open
          segmentsOfNestedFunctionsDoNotVote ¦ f=function(){go(()=>{a();b();c()})} ¦ const outer = function () { go(() => { a(); b(); c(); }); }; ¦ go → go & a() → a() & b() → b() & c() → c() ¦ (){ ¦ 0:23 outer
          segmentsOfNestedFunctionsDoNotVote ¦ f=function(){go(()=>{a();b();c()})} ¦ const outer = function () { go(() => { a(); b(); c(); }); }; ¦ go → go & a() → a() & b() → b() & c() → c() ¦ ()=> ¦ 0:31 ∅
          onlyFunctionOfMappedStatementIsTheOriginal ¦ g=e=>e.id ¦ import x from 'x';⏎export const pick = (row) => row.id; ¦ e=> → const & e.id → const ¦ e=> ¦ 1:20 pick
          namedFunctionOfMappedStatementIsTheOriginal ¦ g=e=>e.id ¦ export const pick = (row) => row.id, take = (row) => row.id; ¦ g → const → take & e=> → const ¦ e=> ¦ 0:44 take
          functionOfStatementMappedAtItsWordIsTheOriginal ¦ a=function(){} ¦ import x from 'x';⏎const debug = function () {}; ¦ a= → debug → debug & function → const ¦ (){ ¦ 1:23 debug
          nestedFunctionDoesNotShareOriginalOfItsParent ¦ function f(a){return a.map(e=>e.id)} ¦ function ids(rows) {⏎  return rows.map((row) => row.id);⏎} ¦ function → function & return →   return & e=> →   return & e.id →   return ¦ (a) ¦ 0:12 ids
          nestedFunctionDoesNotShareOriginalOfItsParent ¦ function f(a){return a.map(e=>e.id)} ¦ function ids(rows) {⏎  return rows.map((row) => row.id);⏎} ¦ function → function & return →   return & e=> →   return & e.id →   return ¦ e=> ¦ 1:18 ∅
          asyncFunctionAndItsGeneratorHaveOneOriginal ¦ function f(){return w(this,function*(){yield a();b()})} ¦ async function load() { await a(); b(); } ¦ function → async & yield → await & a() → a() & b() → b() ¦ (){return ¦ 0:19 load
          asyncFunctionAndItsGeneratorHaveOneOriginal ¦ function f(){return w(this,function*(){yield a();b()})} ¦ async function load() { await a(); b(); } ¦ function → async & yield → await & a() → a() & b() → b() ¦ (){yield ¦ 0:19 load
          functionOfTextThatIsNotUnderstoodKeepsPlaceOfItsSegment ¦ m(e=>{b()}) ¦ b(); ¦ m → b & e=> → b & b() → b ¦ e=> ¦ -
          functionOfTextThatIsNotUnderstoodKeepsPlaceOfItsSegment ¦ m(e=>{b()}) ¦ b(; ]}) ¦ e=> → b & b() → b ¦ e=> ¦ 0:0 null
          supersededSegmentsOfABodyDoNotVote ¦ x=function(){go()} ¦ const used = function () { go(); };⏎function unused() { a(); b(); c(); } ¦ go( → a( & go( → b( & go( → c( & go( → go( ¦ (){ ¦ 0:22 used
          """)
  void functionsAreFoundBySegments(
      String rule, String script, String source, String segments, String mark, String place) {
    assertEquals(
        place.replace("∅", ""), placeAt(script, mark, MapOf.written(script, source, segments)));
  }

  @Test
  void arrowThatReturnsAFunctionIsNotThatFunction() {
    String script = "x={get:()=>f}";
    String source = "function f() {}\nexport { f };";
    MapOf map = MapOf.of(script, source).map("()=>", "function");
    assertEquals("kept", symbolName(script, "()=>", map));
  }

  private static String symbolName(String script, String mark, MapOf map) {
    Symbol symbol = symbolAt(script, mark, map);
    return symbol == null || symbol.name() == null ? "kept" : symbol.name();
  }

  @Test
  void noneOfSeveralUnnamedFunctionsOfAStatementIsGuessed() {
    String script = "g(e=>e.id)";
    String source = "rows.map((row) => row.id).filter((id) => id);";
    MapOf map = MapOf.of(script, source).map("e=>", "rows").map("e.id", "rows");
    assertEquals("-", placeAt(script, "e=>", map));
    SymbolLookup lookup = table(script, map.json()).lookup(NameStyle.V8, new RecentSymbols());
    lookup.find(0, script.indexOf("e=>"), "");
    assertEquals(0, lookup.generated(), "one of the two is the original");
  }

  @Test
  void topLevelsOfSeveralSourcesMakeNoFunction() {
    String map =
        "{\"version\":3,\"sources\":[\"a.js\",\"b.js\"],\"names\":[],"
            + "\"sourcesContent\":[\"a();\",\"b();\"],\"mappings\":\"WAAA,GCAA\"}";
    assertNull(
        TestTables.table("(()=>{    a();b()})()", map)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, 1, ""));
  }

  @Test
  void codeOfSourceWithoutTextIsNotClaimedByAnotherSource() {
    String map =
        "{\"version\":3,\"sources\":[\"a.js\",\"b.js\"],\"names\":[],"
            + "\"sourcesContent\":[null,\"function inlined() { b(); }\"],"
            + "\"mappings\":\"UAAA,IAAI,ICAqB\"}";
    Symbol symbol =
        TestTables.table("f=function(){a();a();b()}", map)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, 10, "f");
    assertNull(symbol == null ? null : symbol.name());
  }

  @Test
  void functionWithoutOriginalIsNotPlacedAtEndOfFunctionBefore() {
    String script = "function a(){f()}function t(e){e&1&&b()}";
    String source = "function a() {\n  f();\n}\nf;";
    MapOf map =
        MapOf.of(script, source)
            .map("function a", "function a")
            .map("a()", "a()")
            .map("f()", "f();")
            .map("}function", "}");
    assertNull(symbolAt(script, "(e)", map));
  }

  @Test
  void functionIsPlacedByFirstSegmentInItsBodyOnlyIfTextIsUnknown() {
    String script = "function a(){f()}function t(e){e&1&&b()}";
    String source = "function a() {\n  f();\n}\nb();";
    MapOf map =
        MapOf.of(script, source)
            .map("function a", "function a")
            .map("}function", "}")
            .map("b()}", "b();");
    assertEquals("-", placeAt(script, "(e)", map));
    assertEquals("3:0 null", placeAt(script, "(e)", map.withoutText()));
  }

  @Test
  void moduleWrapperIsItsModulesTopLevel() {
    String script = "({7:(e,t)=>{t.a=1}})";
    MapOf map = MapOf.of(script, "exports.a = 1;").map("t.a", "exports").map("1", "1");
    assertEquals(new Symbol("a.ts", 0, 0, "", Origin.MODULE), symbolAt(script, "(e,", map));
  }

  @Test
  void wrapperOfAPartOfAModuleIsGenerated() {
    String script = "a(),({7:(e,t)=>{t.a=1}})";
    MapOf map = MapOf.of(script, "exports.a = 1;").map("a()", "1").map("t.a", "exports");
    assertGenerated(1, script, "(e,", map);
  }

  @Test
  void functionOfEnumIsGenerated() {
    String script = "!function(e){e.Up=\"up\"}(d||(d={}))";
    String source = "export enum D {\n  Up = 'up',\n}";
    MapOf map = MapOf.of(script, source).map("function", "export").map("e.Up", "Up");
    assertGenerated(1, script, "(e)", map);
  }

  @Test
  void functionWithoutSegmentIsGenerated() {
    String script = "function h(){}function a(){f()}";
    MapOf map = MapOf.of(script, "function a() {\n  f();\n}").map("function a", "function a");
    assertGenerated(1, script, "(){}", map);
    assertGenerated(0, script, "(){f", map);
  }

  @Test
  void functionOfScriptThatIsNotUnderstoodIsNotCounted() {
    String script = "function h(){}function a(){f()}";
    String source = "function a() {\n  f();\n}";
    MapOf map = MapOf.of(script + "}](", source).map("function a", "function a");
    SymbolLookup lookup =
        table(script + "}](", map.json()).lookup(NameStyle.V8, new RecentSymbols());
    assertNull(lookup.find(0, script.indexOf("(){}"), "h"));
    assertEquals(0, lookup.generated());
  }

  private static void assertGenerated(int expected, String script, String mark, MapOf map) {
    SymbolLookup lookup = table(script, map.json()).lookup(NameStyle.V8, new RecentSymbols());
    Symbol symbol = lookup.find(0, script.indexOf(mark), "kept");
    assertEquals(expected, lookup.generated());
    assertEquals(expected == 1, symbol == null);
  }

  /** rollup/rollup#3001: code that was dropped leaves its segments at the code behind it. */
  @Test
  void lastOfSeveralSegmentsAtOnePlaceCounts() {
    String script = "function f(b){go(b)}";
    String source = "function unused(a) {}\nfunction used(b) { go(b); }\nfunction more(c) {}";
    MapOf map =
        MapOf.of(script, source)
            .map("function", "function unused", "unused")
            .map("function", "function used")
            .map("go(", "function unused")
            .map("go(", "go(");
    assertEquals("1:13 used", placeAt(script, "(b)", map));
    SymbolLookup lookup = table(script, map.json()).lookup(NameStyle.V8, new RecentSymbols());
    assertEquals(1, lookup.findExecuting(0, script.indexOf("go(")).line());
  }

  /** The map alone answers for code whose text is no JavaScript. */
  @Test
  void textOfAnotherLanguageIsNotReadAsJavaScript() {
    String script = "function a(x){return x*2}";
    String source = "twice = (x) -> x * 2";
    MapOf map =
        MapOf.of(script, "shop.coffee", source).map("a(", "twice", "twice").map("x*", "x *");
    assertEquals("twice", symbolName(script, "(x)", map));
  }

  @Test
  void functionOfASourceWithoutANameHasOnlyItsOwn() {
    String script = "function f(a){go(a)}";
    MapOf map = MapOf.of(script, "function first(row) { go(row); }").map("function", "function");
    String unnamed = map.json().replace("[\"a.ts\"]", "[null]");
    Symbol symbol =
        TestTables.table(script, unnamed)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.indexOf("(a)"), "f");
    assertEquals(new Symbol(null, 0, 0, "first"), symbol);
    assertEquals(1, TestTables.table(script, unnamed).unnamedSources());
  }

  private static final String WRITTEN =
      "A=function(){function e(n){this.n=n}return e.prototype.get=function(){return this.n},e}()";

  private static final String IMPLICIT =
      "A=function(){function e(){}return e.prototype.get=function(){return 1},e}()";

  private static MapOf map(String script, String source) {
    return MapOf.of(script, source)
        .map("function(){function", "class A")
        .map("return e", "class A")
        .map("prototype.get", "get()")
        .map("function(){return", "get()")
        .map("return#2", "return");
  }

  @Test
  void wrapperOfClassIsNotItsConstructor() {
    String source = "class A {\n  constructor(n) { this.n = n; }\n  get() { return this.n; }\n}";
    MapOf map = map(WRITTEN, source).map("function e", "constructor").map("this.n=", "this.n");
    assertEquals("-", placeAt(WRITTEN, "(){function", map));
    assertEquals("1:13 A", placeAt(WRITTEN, "(n)", map));
    assertEquals("2:5 get", placeAt(WRITTEN, "(){return", map));
  }

  @Test
  void wrapperStandsForClassWithoutConstructor() {
    String source = "class A {\n  get() { return 1; }\n}";
    MapOf map = map(IMPLICIT, source).map("function e", "class A");
    assertEquals("0:0 A", placeAt(IMPLICIT, "(){function", map));
    assertEquals("0:0 A", placeAt(IMPLICIT, "(){}", map));
    assertEquals("1:5 get", placeAt(IMPLICIT, "(){return", map));
  }

  @Test
  void constructorOfExportedClassWithoutOneIsTheClass() {
    String source = "export class A {\n  get() { return 1; }\n}";
    MapOf map = map(IMPLICIT, source).map("function e", "export");
    assertEquals("0:7 A", placeAt(IMPLICIT, "(){}", map));
  }

  private static final String SOURCE = "function last() {\n  go();\n}";

  /** Maps the last of several calls in each function to a place, if there are that many. */
  private static MapOf map(String script, int calls, String last) {
    MapOf map = MapOf.of(script, SOURCE).map("function a", "function last").map("go()", "go");
    for (char function = 'm'; function <= 'n'; function++) {
      for (int call = 0; call < calls; call++) {
        map.map(function + "" + call + "()", call == calls - 1 ? last : "}");
      }
    }
    return map;
  }

  private static String script(int calls) {
    StringBuilder script = new StringBuilder("function a(){go()}");
    for (char function = 'm'; function <= 'n'; function++) {
      script.append("var ").append(function).append("=function").append('(').append("){");
      for (int call = 0; call < calls; call++) {
        script.append(function).append(call).append("();");
      }
      script.append("};");
    }
    return script.toString();
  }

  private static String place(int calls, String last) {
    String script = script(calls);
    return placeAt(script, "(){m0", map(script, calls, last));
  }

  @Test
  void functionsCollapsedToOnePlaceDoNotShareItsFunction() {
    assertEquals("-", place(8, "}"));
    String script = script(8);
    assertEquals("0:13 last", placeAt(script, "(){go", map(script, 8, "}")));
  }

  @Test
  void fewerSegmentsMayBeOfOneStatement() {
    assertEquals("0:13 last", place(7, "}"));
  }

  @Test
  void segmentsThatLeadToSeveralPlacesAreNotCollapsed() {
    assertEquals("0:13 last", place(8, "go"));
  }

  @Test
  void onlyFunctionOfAPlaceKeepsItsOriginal() {
    String script = script(8).replace("var n=", "var o=").replaceAll("n\\d\\(\\)", "");
    MapOf map = MapOf.of(script, SOURCE);
    for (int call = 0; call < 8; call++) {
      map.map("m" + call + "()", "}");
    }
    assertEquals("0:13 last", placeAt(script, "(){m0", map));
  }

  /** Babel maps all of a helper to one place, also the functions in it. */
  @Test
  void helpersMappedIntoAFunctionAreNotThatFunction() {
    String script =
        "function h(f){return function(){a(f),b(f),c(f),x(f),y(f);function k(v){d(v),e(v)}k(f)}}"
            + "var s=h(function(n){go(n)})";
    String source = "function start(n) {\n  // x\n  go(n);\n}";
    MapOf map = MapOf.of(script, source).map("function(n", "function").map("go(", "go(");
    for (String code :
        new String[] {
          "return",
          "function()",
          "a(f",
          "b(f",
          "c(f",
          "x(f",
          "y(f",
          "function k",
          "d(v",
          "e(v",
          "k(f"
        }) {
      map.map(code, "// x");
    }
    assertEquals("-", placeAt(script, "(f){return", map));
    assertEquals("-", placeAt(script, "(){a", map));
    assertEquals("-", placeAt(script, "(v)", map));
    assertEquals("0:14 start", placeAt(script, "(n){", map));
  }

  /** Babel moves private methods out of their class; the other function is around a module. */
  @ParameterizedTest
  @CsvSource({"class X{#m(){p();q();r()}}, 0:26 #m", "x={m(){p();q();r()}}, '0:0 '"})
  void methodThatWasMovedOutOfItsClassIsFound(String source, String expected) {
    String script = "function _m(){h();i();j();k();p();q();r()}";
    MapOf map = MapOf.of(script, "h();i();j();k();" + source);
    for (String code : new String[] {"h()", "i()", "j()", "k()", "p()", "q()", "r()"}) {
      map.map(code, code);
    }
    assertEquals(expected, placeAt(script, "(){h", map));
  }

  private static final String MISLEADING =
      "function useItems(l) {\n  q(l); q(l); q(l);\n  return l.filter((i) => a(i) + b(i) + c(i));\n}";

  private static MapOf temp(String script) {
    return MapOf.of(script, MISLEADING)
        .map("function t", "function")
        .map("a(i)", "a(i)")
        .map("b(i)", "b(i)")
        .map("c(i)", "c(i)");
  }

  /** React Compiler moves the callback out, and gives it the position of the function around. */
  @Test
  void functionMovedOutOfAnotherIsFoundByItsBody() {
    String script =
        "function u(l){q(l);q(l);q(l);return l.filter(t)}function t(i){return a(i)+b(i)+c(i)}";
    MapOf map =
        temp(script)
            .map("function u", "function")
            .map("q(l)", "q(l)")
            .map("q(l)#2", "q(l)#2")
            .map("q(l)#3", "q(l)#3");
    assertEquals("0:17 useItems", placeAt(script, "(l){", map));
    assertEquals("2:18 ", placeAt(script, "(i){", map));
  }

  @Test
  void functionWhoseBodyWasInlinedKeepsItsOwnOriginal() {
    String script = "function t(i){return a(i)+b(i)+c(i)}";
    assertEquals("0:17 useItems", placeAt(script, "(i){", temp(script)));
  }
}

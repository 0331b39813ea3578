package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static dev.symbolicator.symbols.Compiled.symbolAt;
import static dev.symbolicator.testing.TestTables.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;

/** Checks each step from a generated function to its original, if the original text is known. */
class FunctionResolverTest {

  @Test
  void segmentAtStartOfArrowLeadsToArrow() {
    String script = "x=e=>e.id";
    MapOf map =
        MapOf.of(script, "const handler = (event) => event.id;")
            .map("e=>", "(event)")
            .map("e.id", "event.id", "event");
    assertEquals("0:16 handler", placeAt(script, "e=>", map));
  }

  @Test
  void nameOfParameterIsNotNameOfArrow() {
    MapOf map =
        MapOf.of("x=e=>e.id", "const handler = event => event.id;").map("e=>", "event", "event");
    assertEquals("0:16 handler", placeAt("x=e=>e.id", "e=>", map));
  }

  @Test
  void declarationMovedToItsCallIsNamed() {
    String script = "run(function(){go()})";
    String source = "export function start() {\n  go();\n}\nrun(start);";
    MapOf map = MapOf.of(script, source).map("function", "export").map("go", "go");
    assertEquals("0:21 start", placeAt(script, "(){", map));
  }

  @Test
  void segmentAtExportLeadsToExportedFunction() {
    String script = "run(function(){})";
    String source = "export default async function start() {}";
    MapOf map = MapOf.of(script, source).map("function", "export");
    assertEquals("0:35 start", placeAt(script, "(){", map));
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
  void parametersOutweighInlinedBody() {
    String script = "f=(a,b)=>{x(),y(),z()}";
    String source = "const f = (one, two) => { all(); };\nfunction all() { x(); y(); z(); }";
    MapOf map =
        MapOf.of(script, source)
            .map("a", "one", "one")
            .map("x()", "x()")
            .map("y()", "y()")
            .map("z()", "z()");
    assertEquals("0:10 f", placeAt(script, "(a", map));
  }

  @Test
  void mostSegmentsOfTheBodyDecide() {
    String script = "m(){a(),b(),c()}";
    String source =
        "class Box {\n  open() { a(); inlined(); c(); }\n}\nfunction inlined() { b(); }";
    MapOf map =
        MapOf.of("class B{" + script + "}", source)
            .map("b()", "b()")
            .map("a()", "a()")
            .map("c()", "c()");
    assertEquals("1:6 open", placeAt("class B{" + script + "}", "(){", map));
  }

  @Test
  void segmentsOfNestedFunctionsDoNotVote() {
    String script = "f=function(){go(()=>{a();b();c()})}";
    String source = "const outer = function () { go(() => { a(); b(); c(); }); };";
    MapOf map =
        MapOf.of(script, source)
            .map("go", "go")
            .map("a()", "a()")
            .map("b()", "b()")
            .map("c()", "c()");
    assertEquals("0:23 outer", placeAt(script, "(){", map));
    assertEquals("0:31 ", placeAt(script, "()=>", map));
  }

  @Test
  void onlyFunctionOfMappedStatementIsTheOriginal() {
    String script = "g=e=>e.id";
    String source = "import x from 'x';\nexport const pick = (row) => row.id;";
    MapOf map = MapOf.of(script, source).map("e=>", "const").map("e.id", "const");
    assertEquals("1:20 pick", placeAt(script, "e=>", map));
  }

  @Test
  void namedFunctionOfMappedStatementIsTheOriginal() {
    String script = "g=e=>e.id";
    String source = "export const pick = (row) => row.id, take = (row) => row.id;";
    MapOf map = MapOf.of(script, source).map("g", "const", "take").map("e=>", "const");
    assertEquals("0:44 take", placeAt(script, "e=>", map));
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
  void functionOfStatementMappedAtItsWordIsTheOriginal() {
    String script = "a=function(){}";
    String source = "import x from 'x';\nconst debug = function () {};";
    MapOf map = MapOf.of(script, source).map("a=", "debug", "debug").map("function", "const");
    assertEquals("1:23 debug", placeAt(script, "(){", map));
  }

  @Test
  void nestedFunctionDoesNotShareOriginalOfItsParent() {
    String script = "function f(a){return a.map(e=>e.id)}";
    String source = "function ids(rows) {\n  return rows.map((row) => row.id);\n}";
    MapOf map =
        MapOf.of(script, source)
            .map("function", "function")
            .map("return", "  return")
            .map("e=>", "  return")
            .map("e.id", "  return");
    assertEquals("0:12 ids", placeAt(script, "(a)", map));
    assertEquals("1:18 ", placeAt(script, "e=>", map));
  }

  @Test
  void asyncFunctionAndItsGeneratorHaveOneOriginal() {
    String script = "function f(){return w(this,function*(){yield a();b()})}";
    String source = "async function load() { await a(); b(); }";
    MapOf map =
        MapOf.of(script, source)
            .map("function", "async")
            .map("yield", "await")
            .map("a()", "a()")
            .map("b()", "b()");
    assertEquals("0:19 load", placeAt(script, "(){return", map));
    assertEquals("0:19 load", placeAt(script, "(){yield", map));
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
  void functionOfTextThatIsNotUnderstoodKeepsPlaceOfItsSegment() {
    String script = "m(e=>{b()})";
    MapOf understood = MapOf.of(script, "b();").map("e=>", "b").map("b()", "b");
    assertEquals("-", placeAt(script, "e=>", understood));
    MapOf unreadable = MapOf.of(script, "b(; ]})").map("e=>", "b").map("b()", "b");
    assertEquals("0:0 null", placeAt(script, "e=>", unreadable));
  }

  @Test
  void moduleWrapperIsGenerated() {
    String script = "({7:(e,t)=>{t.a=1}})";
    MapOf map = MapOf.of(script, "exports.a = 1;").map("t.a", "exports").map("1", "1");
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

  @Test
  void supersededSegmentsOfABodyDoNotVote() {
    String script = "x=function(){go()}";
    String source = "const used = function () { go(); };\nfunction unused() { a(); b(); c(); }";
    MapOf map =
        MapOf.of(script, source)
            .map("go(", "a(")
            .map("go(", "b(")
            .map("go(", "c(")
            .map("go(", "go(");
    assertEquals("0:22 used", placeAt(script, "(){", map));
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
}

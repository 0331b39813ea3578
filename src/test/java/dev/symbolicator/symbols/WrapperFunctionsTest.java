package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WrapperFunctionsTest {
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

  @Test
  void methodThatContainsAnotherClassKeepsItsOriginal() {
    String script = "class a{m(){return function(){return 1}}}";
    String source = "class A {\n  make() { return () => 1; }\n}";
    MapOf map =
        MapOf.of(script, source)
            .map("class a", "class A")
            .map("m()", "make")
            .map("return f", "return")
            .map("function", "()#2")
            .map("1}", "1");
    assertEquals("1:6 make", placeAt(script, "(){return f", map));
    assertEquals("1:18 ", placeAt(script, "(){return 1", map));
  }

  @Test
  void wrapperOfModuleWithOneFunctionIsNotThatFunction() {
    String script = "m((e,t)=>{function y(n){return n.x}k(y,'is');t.e=y})";
    String source = "function is(value) { return value.x; }\nexports.e = is;";
    MapOf map =
        MapOf.of(script, source)
            .map("function y", "function")
            .map("n.x", "value.x")
            .map("k(", "is(")
            .map("y,", "is(")
            .map("'is'", "is(")
            .map("t.e", "exports");
    assertEquals("0:11 is", placeAt(script, "(n)", map));
    assertEquals("-", placeAt(script, "(e,t)", map));
  }

  @Test
  void functionAroundStepsOfAsynchronousFunctionKeepsItsOriginal() {
    String script = "h(function(){return w(function(){return g(function(s){a(s)})})})";
    String source = "run(async () => {\n  a();\n});";
    MapOf map =
        MapOf.of(script, source)
            .map("return g", "a()")
            .map("function(s", "async")
            .map("a(s)", "a()");
    assertEquals("0:4 ", placeAt(script, "(s)", map));
    assertEquals("0:4 ", placeAt(script, "(){return g", map));
  }

  /** evanw/esbuild#638: a module's boundary is mapped to the place where a function begins. */
  @Test
  void functionAroundABundleIsNoneOfItsFunctions() {
    String script = "(()=>{var u=w((m,n)=>{function c(t){return t.x}n.e={first:c}});u(),go()})()";
    String source = "function first(x) { return x.x; }\nmodule.exports = { first };\ngo();";
    MapOf map =
        MapOf.of(script, source)
            .map("var u", "function")
            .map("u=", "function")
            .map("w(", "function")
            .map("function c", "function")
            .map("return", "return")
            .map("t.x", "x.x")
            .map("n.e", "module")
            .map("go()", "go()");
    assertEquals("0:14 first", placeAt(script, "(t)", map));
    assertEquals("-", placeAt(script, "()=>", map));
  }
}

package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          methodThatContainsAnotherClassKeepsItsOriginal ¦ class a{m(){return function(){return 1}}} ¦ class A {⏎  make() { return () => 1; }⏎} ¦ class a → class A & m() → make & return f → return & function → ()#2 & 1} → 1 ¦ (){return f ¦ 1:6 make
          methodThatContainsAnotherClassKeepsItsOriginal ¦ class a{m(){return function(){return 1}}} ¦ class A {⏎  make() { return () => 1; }⏎} ¦ class a → class A & m() → make & return f → return & function → ()#2 & 1} → 1 ¦ (){return 1 ¦ 1:18 ∅
          wrapperOfModuleWithOneFunctionIsNotThatFunction ¦ m((e,t)=>{function y(n){return n.x}k(y,'is');t.e=y}) ¦ function is(value) { return value.x; }⏎exports.e = is; ¦ function y → function & n.x → value.x & k( → is( & y, → is( & 'is' → is( & t.e → exports ¦ (n) ¦ 0:11 is
          wrapperOfModuleWithOneFunctionIsNotThatFunction ¦ m((e,t)=>{function y(n){return n.x}k(y,'is');t.e=y}) ¦ function is(value) { return value.x; }⏎exports.e = is; ¦ function y → function & n.x → value.x & k( → is( & y, → is( & 'is' → is( & t.e → exports ¦ (e,t) ¦ -
          functionAroundStepsOfAsynchronousFunctionKeepsItsOriginal ¦ h(function(){return w(function(){return g(function(s){a(s)})})}) ¦ run(async () => {⏎  a();⏎}); ¦ return g → a() & function(s → async & a(s) → a() ¦ (s) ¦ 0:4 ∅
          functionAroundStepsOfAsynchronousFunctionKeepsItsOriginal ¦ h(function(){return w(function(){return g(function(s){a(s)})})}) ¦ run(async () => {⏎  a();⏎}); ¦ return g → a() & function(s → async & a(s) → a() ¦ (){return g ¦ 0:4 ∅
          # evanw/esbuild#638: a module's boundary is mapped to the place where a function begins.
          functionAroundABundleIsNoneOfItsFunctions ¦ (()=>{var u=w((m,n)=>{function c(t){return t.x}n.e={first:c}});u(),go()})() ¦ function first(x) { return x.x; }⏎module.exports = { first };⏎go(); ¦ var u → function & u= → function & w( → function & function c → function & return → return & t.x → x.x & n.e → module & go() → go() ¦ (t) ¦ 0:14 first
          functionAroundABundleIsNoneOfItsFunctions ¦ (()=>{var u=w((m,n)=>{function c(t){return t.x}n.e={first:c}});u(),go()})() ¦ function first(x) { return x.x; }⏎module.exports = { first };⏎go(); ¦ var u → function & u= → function & w( → function & function c → function & return → return & t.x → x.x & n.e → module & go() → go() ¦ ()=> ¦ -
          """)
  void functionsAreFoundBySegments(
      String rule, String script, String source, String segments, String mark, String place) {
    assertEquals(
        place.replace("∅", ""), placeAt(script, mark, MapOf.written(script, source, segments)));
  }
}

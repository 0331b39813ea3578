package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertStarts;

import org.junit.jupiter.api.Test;

/** The starts of functions of each kind, as V8 reports them. */
class FunctionStartsTest {

  @Test
  void functionsStartAtTheirParenthesis() {
    assertStarts("function f«(a) {} async function g «() {} function* h«() {} x = function«() {}");
  }

  @Test
  void arrowsStartAtTheirFirstParameter() {
    assertStarts("f(«a => a, «(a, b) => a, «() => {}); let g = «({ a = «() => 1 }) => a");
  }

  @Test
  void asyncArrowsStartAtTheWordAsync() {
    assertStarts("f(«async a => a, «async (a) => a); async(b); async = «x => x");
  }

  @Test
  void methodsStartAtTheirParenthesis() {
    assertStarts(
        "x = { m«() {}, get a«() {}, async *b«() {}, 'c d'«() {}, 1«() {}, [d]«() {}, get«() {} };"
            + "«class A { m«() {} static async *s«() {} #p«() {} get #q«() {} [«k=>k]«() {} }");
  }

  @Test
  void classesStartAtTheWordClass() {
    assertStarts("«class A {} x = «class extends («class B {}) {}; export default «class {}");
  }

  @Test
  void decoratedClassesStartAtTheWordClass() {
    assertStarts("@a @b.c(«() => 1) «class A { @d e«() {} @f('g') «h = 1 }; @i export «class J {}");
  }

  @Test
  void instanceFieldsStartAtTheirKey() {
    assertStarts("«class A { «x = 1; «#y; «'z' = 2; «[k] = 3; «4\n«of\n«async\n«accessor }");
  }

  @Test
  void staticFieldsAndBlocksStartAtTheWordStatic() {
    assertStarts("«class A { «static x = 1; «static #y; «static { f() } «static [k] = 2 }");
  }

  @Test
  void wordsMayBeKeysOfFields() {
    assertStarts("«class A { «static; «get = 1; «set; «async = 2; «static static; «class = 3 }");
  }

  @Test
  void fieldInitialiserEndsWithItsLineUnlessTheNextLineContinuesIt() {
    assertStarts(
        "«class A { «x = 1\n«y = «a => a\n«z = a\n+ b\n«v = «() => {}\n*g«() {}\n«w = b\nin c }");
  }

  @Test
  void fieldsOfOneClassHaveOneRowEach() {
    assertStarts("«class A { «a = 1; m«() {} «static b = 2; «c = 3; static d«() {} «static e }");
  }

  @Test
  void byteOrderMarkAndHashbangAreNoCode() {
    assertStarts("\ufeff#!/usr/bin/env (a) => b\n«() => 1");
  }
}

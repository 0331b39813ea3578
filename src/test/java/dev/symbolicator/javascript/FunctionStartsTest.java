package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertStarts;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The starts of functions of each kind, as V8 reports them. */
class FunctionStartsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          functionsStartAtTheirParenthesis ¦ function f«(a) {} async function g «() {} function* h«() {} x = function«() {}
          arrowsStartAtTheirFirstParameter ¦ f(«a => a, «(a, b) => a, «() => {}); let g = «({ a = «() => 1 }) => a
          asyncArrowsStartAtTheWordAsync ¦ f(«async a => a, «async (a) => a); async(b); async = «x => x
          methodsStartAtTheirParenthesis ¦ x = { m«() {}, get a«() {}, async *b«() {}, 'c d'«() {}, 1«() {}, [d]«() {}, get«() {} };«class A { m«() {} static async *s«() {} #p«() {} get #q«() {} [«k=>k]«() {} }
          classesStartAtTheWordClass ¦ «class A {} x = «class extends («class B {}) {}; export default «class {}
          decoratedClassesStartAtTheWordClass ¦ @a @b.c(«() => 1) «class A { @d e«() {} @f('g') «h = 1 }; @i export «class J {}
          instanceFieldsStartAtTheirKey ¦ «class A { «x = 1; «#y; «'z' = 2; «[k] = 3; «4⏎«of⏎«async⏎«accessor }
          staticFieldsAndBlocksStartAtTheWordStatic ¦ «class A { «static x = 1; «static #y; «static { f() } «static [k] = 2 }
          wordsMayBeKeysOfFields ¦ «class A { «static; «get = 1; «set; «async = 2; «static static; «class = 3 }
          fieldInitialiserEndsWithItsLineUnlessTheNextLineContinuesIt ¦ «class A { «x = 1⏎«y = «a => a⏎«z = a⏎+ b⏎«v = «() => {}⏎*g«() {}⏎«w = b⏎in c }
          fieldsOfOneClassHaveOneRowEach ¦ «class A { «a = 1; m«() {} «static b = 2; «c = 3; static d«() {} «static e }
          byteOrderMarkAndHashbangAreNoCode ¦ \ufeff#!/usr/bin/env (a) => b⏎«() => 1
          """)
  void rowsStartAtTheMarks(String place, String marked) {
    assertStarts(marked.replace('⏎', '\n'));
  }
}

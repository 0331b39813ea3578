package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertV8Names;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names as V8 gives them when it parses a text. {@code V8SnippetsTest} compares many more with V8
 * itself.
 */
class V8NamesTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          functionsHaveTheirOwnNames ¦ function f() {} x = function g() {}; class A {} ¦ f, g, A
          variablesAndDefaultsNameFunctions ¦ let a = () => 1; b = function () {}; c ??= () => 2; (d = () => 3, { e = () => 4 }) => 5 ¦ a, b, c, ∅, d, e
          onlyParenthesesAreLookedThrough ¦ a = (() => 1); b = c ? () => 2 : () => 3; d = e || (() => 4); f = (0, () => 5) ¦ a, ∅, ∅, ∅, ∅
          membersAndCallbacksHaveNoNames ¦ a.b = function () {}; f(() => 1); this.c = () => 2; (d) = () => 3 ¦ ∅, ∅, ∅, ∅
          calledOrBoundFunctionsHaveNoNames ¦ a = function () {}(); b = (() => 1)(); c = function () {}.bind(d) ¦ ∅, ∅, ∅
          keysNameMethodsAndValues ¦ x = { a() {}, b: () => 1, get c() {}, 'd-e'() {}, 0x10() {}, [f]() {}, [g]: () => 2 } ¦ a, b, get c, d-e, 16, ∅, ∅
          protoBeforeAColonIsNoKey ¦ x = { __proto__: () => 1, '__proto__': () => 2 }; y = { __proto__() {} } ¦ ∅, ∅, __proto__
          constructorsHaveTheNameOfTheirClass ¦ class A { constructor() {} } B = class { constructor() {} } ¦ A, A, B, B
          fieldsHaveOnlyTheOwnNameOfTheirClass ¦ class A { x = 1; static y } B = class { z } ¦ A, A, A, B, ∅
          fieldsNameTheirFunctions ¦ class A { #a = () => 1; static b = function () {} } ¦ A, A, #a, A, b
          defaultExportIsCalledDefault ¦ export default function () {} ¦ default
          defaultExportIsCalledDefault ¦ export default (() => 1) ¦ default
          defaultExportIsCalledDefault ¦ export default class { m() {} } ¦ default, m
          defaultExportIsCalledDefault ¦ export default class { x = 1 } ¦ default, default
          lineEndBeforeAStatementEndsTheNamedExpression ¦ a = function () {}⏎b = () => 1⏎!function () {}() ¦ a, b, ∅
          escapesInIdentifiersAndStringsAreDecoded ¦ \\u0061b = () => 1; x = { \\u{1f}c() {}, 'd\\x65\\n\\u{66}'() {} }; größe\ud842\udfb7 = y => y ¦ ab, \u001fc, de⏎f, größe\ud842\udfb7
          """)
  void functionsHaveTheNames(String rule, String text, String names) {
    assertV8Names(text.replace('⏎', '\n'), names.replace("∅", "").replace('⏎', '\n').split(", ", -1));
  }

  @Test
  void partsTellWhereTheIdentifiersStand() {
    Outline outline = Outline.of("x = { get ab() {} }", Dialect.JAVASCRIPT, plenty());
    assertEquals(
        List.of(new FunctionName.NamePart("get ", -1, 0), new FunctionName.NamePart("ab", 10, 2)),
        outline.name(0, NameStyle.V8).parts());
  }

  @Test
  void nameOfMoreThan1024CharactersIsDropped() {
    assertV8Names("a".repeat(1_024) + " = () => 1", "a".repeat(1_024));
    assertV8Names("a".repeat(1_025) + " = () => 1", "");
  }

  @Test
  void escapeWithoutEndStaysWithinItsToken() {
    Outline outline = Outline.of("({ \\u{(a) {}, b() {} })", Dialect.JAVASCRIPT, plenty());
    FunctionName.NamePart name = outline.name(0, NameStyle.V8).parts().get(0);
    assertEquals("\\u{".length(), name.length());
  }
}

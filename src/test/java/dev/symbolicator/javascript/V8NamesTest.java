package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertV8Names;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Names as V8 gives them when it parses a text. {@code V8SnippetsTest} compares many more with V8
 * itself.
 */
class V8NamesTest {

  @Test
  void functionsHaveTheirOwnNames() {
    assertV8Names("function f() {} x = function g() {}; class A {}", "f", "g", "A");
  }

  @Test
  void variablesAndDefaultsNameFunctions() {
    assertV8Names(
        "let a = () => 1; b = function () {}; c ??= () => 2; (d = () => 3, { e = () => 4 }) => 5",
        "a",
        "b",
        "c",
        "",
        "d",
        "e");
  }

  @Test
  void onlyParenthesesAreLookedThrough() {
    assertV8Names(
        "a = (() => 1); b = c ? () => 2 : () => 3; d = e || (() => 4); f = (0, () => 5)",
        "a",
        "",
        "",
        "",
        "");
  }

  @Test
  void membersAndCallbacksHaveNoNames() {
    assertV8Names(
        "a.b = function () {}; f(() => 1); this.c = () => 2; (d) = () => 3", "", "", "", "");
  }

  @Test
  void calledOrBoundFunctionsHaveNoNames() {
    assertV8Names("a = function () {}(); b = (() => 1)(); c = function () {}.bind(d)", "", "", "");
  }

  @Test
  void keysNameMethodsAndValues() {
    assertV8Names(
        "x = { a() {}, b: () => 1, get c() {}, 'd-e'() {}, 0x10() {}, [f]() {}, [g]: () => 2 }",
        "a",
        "b",
        "get c",
        "d-e",
        "16",
        "",
        "");
  }

  @Test
  void protoBeforeAColonIsNoKey() {
    assertV8Names(
        "x = { __proto__: () => 1, '__proto__': () => 2 }; y = { __proto__() {} }",
        "",
        "",
        "__proto__");
  }

  @Test
  void constructorsHaveTheNameOfTheirClass() {
    assertV8Names(
        "class A { constructor() {} } B = class { constructor() {} }", "A", "A", "B", "B");
  }

  @Test
  void fieldsHaveOnlyTheOwnNameOfTheirClass() {
    assertV8Names("class A { x = 1; static y } B = class { z }", "A", "A", "A", "B", "");
  }

  @Test
  void fieldsNameTheirFunctions() {
    assertV8Names("class A { #a = () => 1; static b = function () {} }", "A", "A", "#a", "A", "b");
  }

  @Test
  void defaultExportIsCalledDefault() {
    assertV8Names("export default function () {}", "default");
    assertV8Names("export default (() => 1)", "default");
    assertV8Names("export default class { m() {} }", "default", "m");
    assertV8Names("export default class { x = 1 }", "default", "default");
  }

  @Test
  void lineEndBeforeAStatementEndsTheNamedExpression() {
    assertV8Names("a = function () {}\nb = () => 1\n!function () {}()", "a", "b", "");
  }

  @Test
  void escapesInIdentifiersAndStringsAreDecoded() {
    assertV8Names(
        "\\u0061b = () => 1; x = { \\u{1f}c() {}, 'd\\x65\\n\\u{66}'() {} }; größe\ud842\udfb7 = y => y",
        "ab",
        "\u001fc",
        "de\nf",
        "größe\ud842\udfb7");
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

package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertStarts;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text, body, owner and parent of an outline's functions, and its look-ups. */
class OutlineTest {

  private static String piece(String text, int start, int end) {
    return text.substring(start, end);
  }

  @Test
  void functionReachesFromItsHeaderToItsEnd() {
    String text = "x = async function f(a) { b };";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals("async function f(a) { b }", piece(text, outline.header(0), outline.end(0)));
    assertEquals(" b }", piece(text, outline.body(0), outline.end(0)));
    assertEquals(FunctionKind.EXPRESSION, outline.kind(0));
  }

  @Test
  void arrowBodyMayBeAnExpression() {
    String text = "f(a => /* b */ c + d , e)";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals("c + d", piece(text, outline.body(0), outline.end(0)));
  }

  @Test
  void methodBeginsWithItsModifiers() {
    String text = "class A { @d static async *m() {} }";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals("static async *m() {}", piece(text, outline.header(1), outline.end(1)));
    assertEquals(0, outline.owner(1));
  }

  @Test
  void methodsOfObjectsHaveNoOwner() {
    assertEquals(-1, Outline.of("x = { m() {} }", Dialect.JAVASCRIPT, plenty()).owner(0));
  }

  @Test
  void fieldsOfAClassAreOneFunction() {
    String text = "class A { a; b = f(() => 1); m() {} c = g }";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    for (int row : new int[] {1, 2, 5}) {
      assertEquals(FunctionKind.INSTANCE_FIELDS, outline.kind(row));
      assertEquals(10, outline.header(row));
      assertEquals(text.indexOf("f("), outline.body(row));
      assertEquals(text.indexOf(" }", 40), outline.end(row));
      assertEquals(0, outline.owner(row));
    }
    assertEquals(1, outline.innermost(text.indexOf("f(")));
    assertEquals(1, outline.innermost(text.indexOf("= g") + 2));
    assertEquals(-1, outline.innermost(text.indexOf("a;")));
    assertEquals(1, outline.parent(3));
  }

  @Test
  void innermostFunctionContainsTheOffset() {
    String text = "function a() { class B { m() { c(d => e) } } } f";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    int arrow = outline.startingAt(text.indexOf("d =>"));
    int method = outline.startingAt(text.indexOf("() { c("));
    assertEquals(arrow, outline.innermost(text.indexOf("e)")));
    assertEquals(method, outline.innermost(text.indexOf(") } } }")));
    assertEquals(0, outline.innermost(text.indexOf("class")));
    assertEquals(-1, outline.innermost(text.length() - 1));
    assertEquals(method, outline.parent(arrow));
    assertEquals(0, outline.parent(method));
    assertEquals(-1, outline.parent(0));
  }

  @Test
  void noRowStartsWhereNoFunctionDoes() {
    Outline outline = Outline.of("a => b", Dialect.JAVASCRIPT, plenty());
    assertEquals(0, outline.startingAt(0));
    assertEquals(-1, outline.startingAt(1));
    assertEquals(-1, outline.startingAt(100));
  }

  @Test
  void rowsAreInTheOrderOfTheirStarts() {
    MarkedText.assertStarts("x = «(a = «(b = «() => 1) => 2) => 3; y = { [«() => 4]«() {} }");
  }

  @Test
  void emptyTextHasNoRows() {
    assertEquals(0, Outline.of("", Dialect.TSX, plenty()).size());
    assertEquals(-1, Outline.of("", Dialect.TSX, plenty()).innermost(0));
  }

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

  @Test
  void attributesAndChildrenHoldExpressions() {
    MarkedText.assertStarts(
        Dialect.JSX,
        "x = <a.b c={«() => 1} d='(e) => f' {...g(«h => h)}>it's a => b {«i => <j/>} </a.b>; k / 2");
  }

  @Test
  void fragmentsAndElementsNest() {
    MarkedText.assertStarts(
        Dialect.JSX, "«() => <><a>{b.map(«c => <d key={c}>{'}'}</d>)}</a> / {e} /</>; «f => f");
  }

  @Test
  void attributesNameTheirFunctions() {
    String text = "<a onClick={() => 1} data-b={function () {}}>{() => 2}</a>";
    List<String> names = List.of("onClick", "data-b", "");
    assertEquals(names, MarkedText.names(Dialect.JSX, NameStyle.QUALIFIED, text));
    assertEquals(names, MarkedText.names(Dialect.JSX, NameStyle.V8, text));
  }

  @Test
  void typeParametersAreNoTagsInTsx() {
    MarkedText.assertStarts(
        Dialect.TSX,
        "a = <T,>«(x: T) => x; b = <T extends U>«(x: T) => <T x={«() => 1}/>; c = <D<E> f={«g => h}/>");
  }

  @Test
  void angleBracketIsAComparisonInJavaScript() {
    MarkedText.assertStarts("a = b <c> (d, «e => f)");
  }

  private static Lines lines(String text) {
    return Lines.of(text, text.toCharArray(), plenty());
  }

  @Test
  void everyLineEndOfEcmaScriptEndsALine() {
    Lines lines = lines("a\nb\rc\r\nd\u2028e\u2029f");
    assertEquals(6, lines.count());
    assertEquals(2, lines.lineAt(4));
    assertEquals(7, lines.offset(3, 0));
    assertEquals(1, lines.length(2));
  }

  @Test
  void otherControlCharactersEndNoLine() {
    assertEquals(1, lines("a\u000bb\u000cc\u0085d").count());
  }

  @Test
  void byteOrderMarkIsNoColumn() {
    Lines lines = lines("\ufeffab\nc");
    assertEquals(1, lines.offset(0, 0));
    assertEquals(0, lines.columnAt(1));
    assertEquals(2, lines.length(0));
  }

  @Test
  void lastColumnIsAfterTheLastCharacter() {
    Lines lines = lines("ab\n");
    assertEquals(2, lines.offset(0, 2));
    assertEquals(-1, lines.offset(0, 3));
    assertEquals(3, lines.offset(1, 0));
    assertEquals(-1, lines.offset(1, 1));
    assertEquals(-1, lines.offset(2, 0));
    assertEquals(-1, lines.offset(-1, 0));
  }

  @Test
  void emptyTextHasOneLine() {
    Lines lines = lines("");
    assertEquals(1, lines.count());
    assertEquals(0, lines.offset(0, 0));
    assertEquals(0, lines.length(0));
  }
}

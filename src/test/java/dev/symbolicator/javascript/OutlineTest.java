package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import org.junit.jupiter.api.Test;

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
}

package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are no programs have an outline too, in time linear in their length. */
class BrokenTextTest {
  private static final int LENGTH = 1_000_000;

  /** Far more than any text takes, so that only work that is not linear fails. */
  private static final Duration LONG = Duration.ofSeconds(30);

  private static final String[] REPEATED = {
    "[",
    "`${",
    "a||function(){}||",
    "class A{x=",
    "(",
    "{",
    "<",
    "a=>",
    "a?b:",
    "async (",
    "a?",
    "([{",
    "}])",
    "(]}",
    "{a:{b:x=>x},c:",
    "x=(",
    "function(",
    "function f(a=",
    "<A b={",
    "class extends ",
    "@a ",
    "(x):",
    "x as ",
    "type A=",
    "interface A<",
    "((a)=>",
    "A<B<C>",
    "class A{static a=()=>{};get b(){}#c;",
    "(a||b||c?d:e)||",
    "a[b[",
    "{a b c d(){}",
    "let ",
    "x?(y):",
    "class A{a b c ",
    "x as{",
    "<T,>(",
    "\\u{",
    "/*",
    "'",
    "`",
    "a<b,",
  };

  private static void outlineAndNames(String text, Dialect dialect) {
    Outline outline = Outline.of(text, dialect, plenty());
    for (int row = 0; row < outline.size(); row++) {
      outline.name(row, NameStyle.V8);
      outline.name(row, NameStyle.QUALIFIED);
    }
    assertEquals(-1, outline.innermost(-1));
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void deeplyNestedTextTakesLinearTime(Dialect dialect) {
    for (String repeated : REPEATED) {
      String text = repeated.repeat(LENGTH / repeated.length());
      Assertions.assertTimeout(LONG, () -> outlineAndNames(text, dialect), repeated);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "}", "a]", "`a", "`${a", "'a", "/* a", "/a", "f(]", "{ ( }", "\u0001"})
  void everyFaultRaisesDoubts(String text) {
    assertTrue(Outline.of(text, Dialect.JAVASCRIPT, plenty()).doubts() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"] a => b", ") f(a => b)", "( { ] a => b", "'\n a => b"})
  void functionsAfterAFaultAreFound(String text) {
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals(text.indexOf("a =>"), outline.start(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"function f(a", "class A { x =", "x = { m() { (", "a =>", "async", "f(a => {"})
  void openFunctionsEndWithTheText(String text) {
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    for (int row = 0; row < outline.size(); row++) {
      assertTrue(outline.end(row) <= text.length());
      assertTrue(outline.start(row) <= outline.end(row));
    }
  }
}

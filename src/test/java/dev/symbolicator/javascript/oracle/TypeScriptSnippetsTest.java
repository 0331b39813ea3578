package dev.symbolicator.javascript.oracle;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small examples of differences that the comparison with TypeScript's trees found. */
class TypeScriptSnippetsTest {

  @Test
  void functionTypeAfterTheColonOfAConditionalTypeIsNoFunction() {
    assertFunctions(
        "let f: (a: A) => [A] extends [B<infer C>] ? D : <E>(a: E) => F = g(() => 1);", "() => 1");
  }

  @Test
  void functionTypeAfterTheQuestionMarkOfAConditionalTypeIsNoFunction() {
    assertFunctions(
        "type F<A> = A extends\n | null\n ? (a: B) => C\n : (a: D) => E\nlet g = () => 1",
        "() => 1");
  }

  @Test
  void functionTypeInTheTestOfAConditionalTypeIsNoFunction() {
    assertFunctions(
        "type F = true extends\n A<B> ? C extends (...args: any) =>\n | D : never : never;"
            + " let g = () => 1",
        "() => 1");
  }

  @Test
  void ambientClassHasNoFunctions() {
    assertFunctions(
        "declare abstract class A extends B<any> { constructor(...a: C[]); readonly d: E; f(): G }"
            + " let g = () => 1",
        "() => 1");
  }

  @Test
  void functionEndsAfterTheTypeOfItsExpression() {
    assertFunctions("let f = (a) => a as B, g", "(a) => a as B");
    assertFunctions("let f = (a) => ({ ...a }) as any;", "(a) => ({ ...a }) as any");
    assertFunctions("f((a) => [a, b] as const).c()", "(a) => [a, b] as const");
    assertFunctions("f((a) => a satisfies B)", "(a) => a satisfies B");
    assertFunctions("f((a) => a!)", "(a) => a!");
    assertFunctions("f((a) => b[a]!.c()!)", "(a) => b[a]!.c()!");
  }

  @Test
  void targetMayHaveAType() {
    assertQualified("a.b", "(a as B).b = () => 1");
    assertQualified("a.b[0].c.d", "(a.b![0]!.c as { d?: unknown }).d = () => 1");
    assertQualified("a.b", "(<B>a).b = () => 1");
  }

  @Test
  void prototypeOfAnyExpressionIsDropped() {
    assertQualified("b", "x, function () { }(a = c).prototype.b = () => 1");
  }

  /** Asserts that exactly these functions have a body, in this order. */
  private static void assertFunctions(String text, String... functions) {
    Outline outline = Outline.of(text, Dialect.TYPESCRIPT, plenty());
    List<String> found =
        IntStream.range(0, outline.size())
            .filter(i -> outline.body(i) >= 0)
            .mapToObj(i -> text.substring(outline.header(i), outline.end(i)))
            .toList();
    assertEquals(List.of(functions), found);
  }

  /** Asserts the qualified name of the last function. */
  private static void assertQualified(String name, String text) {
    Outline outline = Outline.of(text, Dialect.TYPESCRIPT, plenty());
    assertEquals(name, outline.name(outline.size() - 1, NameStyle.QUALIFIED).text());
  }
}

package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TypeScript: types contain no functions, and functions between types are found. */
class TypeScriptTest {
  private static void assertStarts(String marked) {
    MarkedText.assertStarts(Dialect.TYPESCRIPT, marked);
  }

  private static void assertNames(String text, String... names) {
    assertEquals(List.of(names), MarkedText.names(Dialect.TYPESCRIPT, NameStyle.QUALIFIED, text));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          typesAreNoFunctions ¦ let a: (b: c) => d = «e => f; type G<T> = (h: T) => new () => i; var j: { k(): l }
          typesAreNoFunctions ¦ type A = B extends⏎| C ? (d: E) => F : (g) => H⏎x = «y => z
          typesAreNoFunctions ¦ interface A<B = () => C> extends D<E> { (f: G): H; i(): J } «class K {}
          returnTypesAreSkipped ¦ function f«(a: B): { c: D } { } g = «(a): a is B => c; h = «(i): asserts i is J => {}
          returnTypesAreSkipped ¦ a = «(b): ((c: D) => E) => f; g = «(h): (I | J) => k; l = m ? «(): N => o : p
          typeArgumentsAreNoComparisons ¦ new Map<A, () => B>(); f<C, D[]>(«e => f); if (a < b && c > (d)) {} x = y < z, «w => v
          fieldsEndWithTheLineOfTheirType ¦ «class A { «a: B⏎«b: () => C⏎«c?: D = «e => f⏎«accessor⏎g<T>«(): void {} }
          enumsAndNamespacesAreRead ¦ enum A { B = 1, C } namespace D.E { export function f«() {} } const enum G { H }
          enumsAndNamespacesAreRead ¦ declare module 'a' { function b«(): void } declare global { } let type = «type => type
          parametersMayBeOptionalDecoratedAndThis ¦ function f«(this: A, b?: C, @D() e: F = «() => 1) {} g = «(h?) => i; j ? (k) : l
          """)
  void rowsStartAtTheMarks(String place, String marked) {
    assertStarts(marked.replace('⏎', '\n'));
  }

  @Test
  void genericArrowsStartAfterTheirTypeParameters() {
    assertStarts(
        "a = <T,>«(x: T): T => x; b = «async <T>(x: T) => x; c = <const T extends {}>«() => 1");
    Outline outline = Outline.of("a = <T>(b: T) => b", Dialect.TYPESCRIPT, plenty());
    assertEquals(7, outline.start(0));
    assertEquals(4, outline.header(0));
  }

  @Test
  void assertionsEndWithTheirType() {
    assertStarts(
        "a = b as (c: D) => E, f = «g => h satisfies I; j! / k(«() => 1) / 2; l = <M>«n => o");
    assertNames("a = (() => 1) as B; c = (function () {})!; (d as E).f = () => 2", "a", "c", "d.f");
  }

  @Test
  void membersHaveModifiersAndTypes() {
    assertStarts(
        "abstract «class A<T> extends B<T> implements C<T>, D { private readonly «a?: T = 1;"
            + " static override «b!: () => T; declare c: T; abstract d: T; [e: string]: any;"
                .replace("static override «b", "«static override b")
            + " constructor«(public f: T) { super() } abstract g«(): void; h?«(): void {} }");
  }

  @Test
  void overloadsAndAmbientFunctionsHaveNoBody() {
    Outline outline =
        Outline.of(
            "function f(a: B): C\nfunction f(a) {}; declare function g(): void",
            Dialect.TYPESCRIPT,
            plenty());
    assertEquals(3, outline.size());
    assertEquals(-1, outline.body(0));
    assertEquals(35, outline.body(1));
    assertEquals(-1, outline.body(2));
  }

  @Test
  void annotationsDoNotHideNames() {
    assertNames(
        "let a: B<C> = () => 1, d!: E; class F { g: H = () => 2 }",
        "a",
        "new F",
        "F.<instance_members_initializer>",
        "F.g");
  }
}

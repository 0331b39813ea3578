package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.FunctionParts.Parts;
import dev.symbolicator.javascript.FunctionParts.Role;
import dev.symbolicator.javascript.Outline.Dialect;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Marks stand where V8 reports the function: of {@code function}, at its parenthesis. */
class FunctionPartsTest {
  private record Marked(Outline outline, FunctionParts parts, int row) {
    static Marked of(String marked) {
      MarkedText text = MarkedText.of(marked);
      Outline outline = Outline.of(text.text(), Dialect.TSX, plenty());
      assertEquals(0, outline.doubts(), marked);
      int row = outline.startingAt(text.starts().get(0));
      assertTrue(row >= 0, marked);
      return new Marked(outline, outline.parts(plenty()), row);
    }

    Parts found() {
      return parts.parts(row);
    }
  }

  private static String role(Parts parts) {
    Role role = parts.role();
    if (role == null) {
      return "";
    }
    String literal = role.literal() == null ? "" : "\"" + role.literal() + "\"";
    return role.text() + (role.argument() < 0 ? "" : "[" + role.argument() + "]") + literal;
  }

  /** Checks the names, outermost first, and then the role, if there is one. */
  private static void check(String marked, String expected) {
    Parts parts = Marked.of(marked).found();
    String role = role(parts);
    String names = String.join(" > ", parts.names());
    assertEquals(expected, role.isEmpty() ? names : (names + " as " + role).strip(), marked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "→",
      quoteCharacter = '¤',
      textBlock =
          """
          function f«(){}                         → f
          var a = function f«(){}                 → a
          export default function f«(){}          → f
          export default function «(){}           → default
          export default «() => 1                 → default
          export default {load«(){}}              → default > load
          export default {load: function f«(){}}  → load
          export default memo(«() => 1)           → default as memo[0]
          export default memo(function f«(){})    → f
          export default «class {}                → default
          export default «class A {}              → A
          a = b = «() => 1                        → a > b
          let a = «() => 1                        → a
          let a = 1, b = «() => 1                 → b
          let a = (1, «() => 1)                   → a
          let a: () => void = «() => 1            → a
          a ||= «() => 1                          → a
          a ??= «() => 1                          → a
          a += «() => 1                           → a
          a.b = «() => 1                          → a.b
          a?.b.c = «() => 1                       → a.b.c
          a!.b = «() => 1                         → a.b
          (a as B).b = «() => 1                   → a.b
          (a).b = «() => 1                        → a.b
          this.x = «() => 1                       → this.x
          this.#x = «() => 1                      → this.#x
          super.x = «() => 1                      → super.x
          a['b c'] = «() => 1                     → a.b c
          a[b.c].d = «() => 1                     → a[b.c].d
          a[b[c]] = «() => 1                      → a[b[c]]
          a[0] = «() => 1                         → a[]
          a[f()] = «() => 1                       → a[]
          f().x = «() => 1                        → x
          f()[0] = «() => 1                       → []
          A.prototype.m = function «(){}          → A.m
          A.prototype = {m: function «(){}}       → A > m
          module.exports = «() => 1               → module.exports
          module.exports.a = «() => 1             → a
          exports.a.b = «() => 1                  → a.b
          exports.window.a = «() => 1             → a
          window.a = «() => 1                     → a
          self.a.b = «() => 1                     → a.b
          globalThis.a = «() => 1                 → a
          global.a = «() => 1                     → a
          x.window.a = «() => 1                   → x.window.a
          windows.a = «() => 1                    → windows.a
          var {a} = {b: «() => 1}                 → {} > b
          var [a] = «() => 1                      → {}
          var {a = «() => 1} = b                  → a
          var {a: {b = «() => 1}} = c             → b
          var [a = «() => 1] = b                  → a
          [a] = «() => 1                          → []
          ({a} = «() => 1)                        → []
          ({a = «() => 1} = b)                    → a
          function f(a = «() => 1) {}             → a
          function f({a} = {b: «() => 1}) {}      → {} > b
          (a = «() => 1) => a                     → a
          try {} catch ({a = «() => 1}) {}        → a
          for (var a = «() => 1;;) {}             → a
          for (const a in «() => 1) {}            →
          for (const a of [«() => 1]) {}          → as []
          for (const {a = «() => 1} of b) {}      → a
          """)
  void functionIsNamedByWhatItIsAssignedTo(String marked, String expected) {
    check(marked, expected == null ? "" : expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "→",
      quoteCharacter = '¤',
      textBlock =
          """
          x = {a: «() => 1}                       → x > a
          x = {a: {b: «() => 1}}                  → x > a > b
          x = {a: 1, b: «() => 1}                 → x > b
          x = {a«(){}}                            → x > a
          x = {get a«(){}}                        → x > a
          x = {async *a«(){}}                     → x > a
          x = {'a b': «() => 1}                   → x > a b
          x = {'\\u{61}'«(){}}                    → x > a
          x = {\\u0061: «() => 1}                 → x > a
          x = {1.50: «() => 1}                    → x > 1.5
          x = {0x10«(){}}                         → x > 16
          x = {1e21: «() => 1}                    → x > 1e+21
          x = {10n«(){}}                          → x > 10
          x = {[a.b]: «() => 1}                   → x > [a.b]
          x = {[Symbol.iterator]«(){}}            → x > [Symbol.iterator]
          x = {['a']: «() => 1}                   → x > a
          x = {[a + b]: «() => 1}                 → x > []
          x = {[f()]«(){}}                        → x > []
          x = {[1]«(){}}                          → x > []
          x = {...«() => 1}                       → x
          x = {...{a: «() => 1}}                  → x > a
          class A {m«(){}}                        → m
          class A {static m«(){}}                 → m
          class A {#m«(){}}                       → #m
          class A {['m']«(){}}                    → m
          class A {get [a]«(){}}                  → [a]
          class A {constructor«(){}}              → constructor
          class A {a = «() => 1}                  → a
          class A {#a = «() => 1}                 → #a
          class A {static a = «() => 1}           → a
          class A {[a.b] = «() => 1}              → [a.b]
          class A {accessor a = «() => 1}         → a
          class A {a = {b: «() => 1}}             → a > b
          class A {a = f(«() => 1)}               → a as f[0]
          class A {static {a = «() => 1}}         → a
          class A {static {f(«() => 1)}}          → as f[0]
          x = «class {}                           → x
          x = «class A {}                         → x
          «class A {}                             → A
          x = {a: «class {}}                      → x > a
          f(«class {})                            → as f[0]
          """)
  void functionIsNamedByItsKey(String marked, String expected) {
    check(marked, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "→",
      quoteCharacter = '¤',
      textBlock =
          """
          f(«() => 1)                             → as f[0]
          f(1, «() => 1)                          → as f[1]
          f(1, (2, 3), «() => 1)                  → as f[2]
          f((1, «() => 1))                        → as f[0]
          f(...a, «() => 1)                       → as f[1]
          f(...«() => 1)                          → as f[0]
          f?.(«() => 1)                           → as f[0]
          f!(«() => 1)                            → as f[0]
          f<T>(«() => 1)                          → as f[0]
          (f)(«() => 1)                           → as f[0]
          (0, a.f)(«() => 1)                      → as f[0]
          (f as any)(«() => 1)                    → as f[0]
          a.f(«() => 1)                           → as f[0]
          a?.f(«() => 1)                          → as f[0]
          a.#f(«() => 1)                          → as #f[0]
          a['f g'](«() => 1)                      → as f g[0]
          a[0](«() => 1)                          → as [][0]
          a[b](«() => 1)                          → as [][0]
          f()(«() => 1)                           → as f()[0]
          a.f(1)(2)(«() => 1)                     → as f()()[0]
          f().g(«() => 1)                         → as g[0]
          (f || g)(«() => 1)                      → as [0]
          (function (f) {})(«() => 1)             → as [0]
          !function (f) {}(1, «() => 1)           → as [1]
          super(«() => 1)                         → as super[0]
          super.m(«() => 1)                       → as m[0]
          import(1, «() => 1)                     → as import[1]
          new Promise(«() => 1)                   → as new Promise[0]
          new a.B(«() => 1)                       → as new B[0]
          new (f())(«() => 1)                     → as new f()[0]
          new A().then(«() => 1)                  → as then[0]
          (new A)(«() => 1)                       → as [0]
          (new A())(«() => 1)                     → as [0]
          f('a', «() => 1)                        → as f[1]"a"
          f(1, 'a', 'b', «() => 1)                → as f[3]"a"
          f(`a`, «() => 1)                        → as f[1]"a"
          f(`a${b}`, «() => 1)                    → as f[1]
          f(('a'), «() => 1)                      → as f[1]"a"
          f('a' /* b */, «() => 1)                → as f[1]"a"
          f('a' as 'b', «() => 1)                 → as f[1]
          f('a'!, «() => 1)                       → as f[1]
          f(1, ('a') as B, (`c`), «() => 1)       → as f[3]"c"
          f('a' + b, «() => 1)                    → as f[1]
          f('\\x61', «() => 1)                    → as f[1]"a"
          f(«() => 1, 'a')                        → as f[0]
          f([«() => 1])                           → as []
          f({a: «() => 1})                        → a
          f({a: [«() => 1]})                      → a as []
          f`${«() => 1}`                          → as f`
          a.div`a${1}b${«() => 1}c`               → as div`
          a.div({})`${«() => 1}`                  → as div()`
          f`${g(«() => 1)}`                       → as g[0]
          x = `${«() => 1}`                       → x
          <A b={«() => 1}/>                       → as <A b>
          <a.b c-d={«() => 1}></a.b>              → as <a.b c-d>
          <A b='c' d={f(«() => 1)}/>              → as f[0]
          <A {...«() => 1}/>                      →
          <A>{«() => 1}</A>                       → as <A children>
          <A>b{1} {«() => 1}</A>                  → as <A children>
          <>{«() => 1}</>                         → as < children>
          <A><b c={«() => 1}/></A>                → as <b c>
          <A b=<c {...«() => 1}/>/>               → as <A b>
          function f() { return «() => 1 }        → as return
          function f() { return 1, «() => 1 }     → as return
          () => «() => 1                          → as return
          () => ({a: «() => 1})                   → a
          () => (1, «() => 1)                     → as return
          () => f(«() => 1)                       → as f[0]
          () => { «() => 1 }                      →
          async () => await «() => 1              → as return
          throw «() => 1                          →
          x = [«() => 1]                          → x as []
          x = [[{a: «() => 1}]]                   → x > a
          x = [1, ...«() => 1]                    → x as []
          x = f(«() => 1)                         → x as f[0]
          x = a => f(«() => 1)                    → as f[0]
          x = {a: f(«() => 1)}                    → x > a as f[0]
          («() => 1)()                            → as iife
          ((«() => 1))()                          → as iife
          (function «(){})()                      → as iife
          (function «(){}())                      → as iife
          !function «(){}()                       → as iife
          (function f«(){})()                     → f
          x = f(function g«(){})                  → x
          («() => 1)?.()                          → as iife
          (function «(){}).call(this)             → as iife
          (function «(){}.apply(this))            → as iife
          x = function «(){}.bind(this)           → x as bind
          x = («() => 1).bind(this)()             → x as bind
          new (function «(){})()                  → as iife
          x = («() => 1).name                     → x
          x = (f(«() => 1)).a                     → x as f[0]
          x = y ? «() => 1 : 2                    → x
          x = y ? 1 : «() => 1                    → x
          x = y && «() => 1                       → x
          x = y || «() => 1                       → x
          x = y ?? (1, «() => 1)                  → x
          x = («() => 1) as any                   → x
          x = («() => 1)!                         → x
          x = («() => 1) satisfies A              → x
          """)
  void functionHasTheRoleOfItsPlace(String marked, String expected) {
    check(marked, expected == null ? "" : expected);
  }

  @Test
  void statementEndsAtALineBreak() {
    check("a = b\nf(«() => 1)", "as f[0]");
    check("a = b\nvar c = «() => 1", "c");
    check("return\nf(«() => 1)", "as f[0]");
    check("a = () => {}\nb = «() => 1", "b");
    check("a = function () {}\nb = «() => 1", "b");
    check("a = b\n{ «() => 1 }", "");
    check("a = b\n@c class A { m«() {} }", "m");
    check("a = {}\nif (b) «() => 1", "");
    check("a = b++\nf(«() => 1)", "as f[0]");
  }

  @Test
  void statementGoesOnOverALineBreak() {
    check("a =\n«() => 1", "a");
    check("a = b ||\n«() => 1", "a");
    check("a = b\n|| «() => 1", "a");
    check("a = b\n(«() => 1)", "a as b[0]");
    check("a = {\nb: 1,\nc: «() => 1}", "a > c");
    check("a = b ?\n«() => 1 :\n2", "a");
  }

  @Test
  void statementEndsWithItsBlock() {
    check("if (a) { b = c } f(«() => 1)", "as f[0]");
    check("if (a) { b = c }; [«() => 1]", "as []");
    check("function a() {} («() => 1)", "");
    check("class A {} [«() => 1]", "as []");
    check("a: { b = c } «() => 1", "");
    check("switch (a) { case b: c = d; default: f(«() => 1) }", "as f[0]");
  }

  @Test
  void commaEndsAnAssignmentButNotADeclarationOrReturn() {
    check("a = b, «() => 1", "");
    check("var a = b, c, d = «() => 1", "d");
    check("return a = b, «() => 1", "as return");
    check("x = {a: b = c, d: «() => 1}", "x > d");
    check("f(a = b, «() => 1)", "as f[1]");
    check("x = y ? a = b : «() => 1", "x");
  }

  @Test
  void decoratorsAreCalls() {
    check("@on('x', «() => 1) class A {}", "as on[1]\"x\"");
    check("class A { @on('x', «() => 1) m() {} }", "as on[1]\"x\"");
    check("class A { @on('x', () => 1) m«() {} }", "m");
    check("class A { @on() a = «() => 1 }", "a");
    check("class A { m(@on(«() => 1) a) {} }", "as on[0]");
  }

  @Test
  void heritageIsNoPart() {
    check("class A extends «class {} {}", "");
    check("class A extends mixin(«class {}) {}", "as mixin[0]");
    check("x = class extends «class {} {}", "");
  }

  @Test
  void namesBehindTheSixteenthFromTheInsideAreLeftOutButForTheFirst() {
    StringBuilder text = new StringBuilder("x = ");
    IntStream.range(0, 20).forEach(i -> text.append("{a").append(i).append(": "));
    Parts parts = Marked.of(text + "«() => 1" + "}".repeat(20)).found();
    assertEquals(FunctionParts.MOST_NAMES, parts.names().size());
    assertEquals("x", parts.names().get(0));
    assertEquals("a5", parts.names().get(1));
    assertEquals("a19", parts.names().get(15));
  }

  @Test
  void sixteenNamesAreKept() {
    StringBuilder text = new StringBuilder("x = ");
    IntStream.range(0, 15).forEach(i -> text.append("{a").append(i).append(": "));
    Parts parts = Marked.of(text + "«() => 1" + "}".repeat(15)).found();
    assertEquals(16, parts.names().size());
    assertEquals("x", parts.names().get(0));
    assertEquals("a0", parts.names().get(1));
  }

  private static String container(String marked) {
    Marked found = Marked.of(marked);
    int container = found.parts().container(found.row());
    if (container == FunctionParts.TOP_LEVEL) {
      return "";
    }
    Parts parts = found.parts().parts(container);
    return parts.names().isEmpty() ? "~" : String.join(" > ", parts.names());
  }

  @Test
  void containerIsTheInnermostFunctionClassOrNamespace() {
    assertEquals("", container("function f«() {}"));
    assertEquals("f", container("function f() { «() => 1 }"));
    assertEquals("~", container("function f() { g(() => { «() => 1 }) }"));
    assertEquals("x", container("x = () => «() => 1"));
    assertEquals("f", container("function f(a = «() => 1) {}"));
    assertEquals("A", container("class A { m«() {} }"));
    assertEquals("m", container("class A { m() { «() => 1 } }"));
    assertEquals("A", container("class A extends f(«() => 1) {}"));
    assertEquals("[]", container("class A { [«() => 1]() {} }"));
    assertEquals("A", container("class A { [«() => 1] = 1 }"));
    assertEquals("N", container("namespace N { function f«() {} }"));
    assertEquals("b", container("namespace a.b { function f«() {} }"));
    assertEquals("m", container("declare module 'm' { function f«() {} }"));
    assertEquals("global", container("declare global { function f«() {} }"));
    assertEquals("", container("namespace N {} function f«() {}"));
  }

  @Test
  void arrowOfAFieldIsAFunctionUnderTheClass() {
    assertEquals("A", container("class A { a = «() => 1 }"));
    assertEquals("A", container("class A { static a = «() => 1 }"));
    assertEquals("A", container("class A { static { f(«() => 1) } }"));
    assertEquals("A", container("class A { a = b; c«() {} }"));
  }

  @Test
  void functionOfADecoratorIsUnderTheMethodOrClassThatIsDecorated() {
    assertEquals("A", container("@d(«() => 1) class A {}"));
    assertEquals("A", container("@d(«() => class {}) class A {}"));
    assertEquals("A", container("@d(@e class {}, «() => 1) @f class A {}"));
    assertEquals("m", container("class A { @d(«() => 1) m() {} }"));
    assertEquals("m", container("class A { @d(«() => 1) @e(() => 2) static async m() {} }"));
    assertEquals("A", container("class A { @d(«() => 1) a = 1; m() {} }"));
    assertEquals(
        "n", container("class A { @d(() => { class B { @e(«() => 2) n() {} } }) m() {} }"));
  }

  @Test
  void containersOfNamespacesAreNamespaces() {
    Marked found = Marked.of("namespace a.b { class C { m«() {} } }");
    FunctionParts parts = found.parts();
    int theClass = parts.container(found.row());
    int inner = parts.container(theClass);
    assertTrue(parts.isNamespace(inner));
    assertFalse(parts.isNamespace(theClass));
    int outer = parts.container(inner);
    assertEquals("a", parts.parts(outer).names().get(0));
    assertEquals(FunctionParts.TOP_LEVEL, parts.container(outer));
    assertEquals(found.outline().size() + 2, parts.size());
  }

  @Test
  void wordsThatAreNoNamespaceOpenABlock() {
    assertEquals("", container("namespace\nN\n{ function f«() {} }"));
    assertEquals("", container("var global\n{ function f«() {} }"));
    assertEquals("", container("if (global) { function f«() {} }"));
  }

  @Test
  void membersAreAccessorsStaticOrConstructors() {
    assertTrue(isGetter("class A { get a«() {} }"));
    assertTrue(isGetter("class A { static get [a]«() {} }"));
    assertTrue(isGetter("x = { get a«() {} }"));
    assertFalse(isGetter("class A { get«() {} }"));
    assertFalse(isGetter("class A { set a«(b) {} }"));
    assertTrue(isStatic("class A { static a«() {} }"));
    assertTrue(isStatic("class A { static async *a«() {} }"));
    assertFalse(isStatic("class A { static«() {} }"));
    assertFalse(isStatic("class A { a«() {} }"));
    assertTrue(isConstructor("class A { constructor«() {} }"));
    assertTrue(isConstructor("class A { 'constructor'«() {} }"));
    assertFalse(isConstructor("class A { static constructor«() {} }"));
    assertFalse(isConstructor("class A { ['constructor']«() {} }"));
    assertFalse(isConstructor("x = { constructor«() {} }"));
  }

  private static boolean isGetter(String marked) {
    Marked found = Marked.of(marked);
    return found.parts().isGetter(found.row()) && !found.parts().isSetter(found.row());
  }

  private static boolean isStatic(String marked) {
    Marked found = Marked.of(marked);
    return found.parts().isStatic(found.row());
  }

  private static boolean isConstructor(String marked) {
    Marked found = Marked.of(marked);
    return found.parts().isConstructor(found.row());
  }

  @Test
  void holderIsTheInnermostAssignmentOrTheOwnName() {
    assertEquals("b", Marked.of("a = b = {c: «() => 1}").found().holder());
    assertEquals("a.b", Marked.of("a.b = «() => 1").found().holder());
    assertEquals("f", Marked.of("x = function f«() {}").found().holder());
    assertEquals(null, Marked.of("f({a: «() => 1})").found().holder());
  }
}

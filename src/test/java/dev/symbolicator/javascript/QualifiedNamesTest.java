package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertQualifiedNames;
import static dev.symbolicator.javascript.MarkedText.assertV8Names;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.symbolicator.javascript.NameTexts.Contexts;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that include the class or object of a function. */
class QualifiedNamesTest {
  /** Work that grows with the product of two lengths would take many minutes. */
  private static final Duration HANG = Duration.ofSeconds(60);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          methodsHaveTheNameOfTheirClass ¦ class A { m() {} #p() {} get x() {} static s() {} [Symbol.iterator]() {} [f()]() {} } ¦ new A, A.m, A.#p, get A.x, A.s, A[Symbol.iterator], A[<computed>]
          constructorNamesBeginWithNew ¦ a.B = class { constructor() {} } ¦ new a.B, new a.B
          propertiesHaveTheNameOfTheirObjects ¦ a = { b: { c: () => 1, 'd e'() {}, 1: x => x } }; f({ g() {} }) ¦ a.b.c, a.b["d e"], a.b[1], g
          membersAreNamedByTheirChain ¦ a.b.c = () => 1; this.d = () => 2; e['f'] = () => 3; g[h.i] = () => 4; j()[0].k = () => 5 ¦ a.b.c, this.d, e.f, g[h.i], [0].k
          prototypeIsDroppedWithinAChain ¦ A.prototype.m = () => 1; A.prototype = { n() {} }; A.prototype = () => 2 ¦ A.m, A.n, A.prototype
          parenthesesInAChainAreLookedThrough ¦ (a.b).c = () => 1; (a || b).c = () => 2 ¦ a.b.c, c
          conditionalsLogicalsAndSequencesAreLookedThrough ¦ a = b ? () => 1 : c ? () => 2 : () => 3; d = e || f && (() => 4); g = (0, () => 5) ¦ a, a, a, d, g
          testsAndEarlierExpressionsOfASequenceHaveNoNames ¦ a = (() => 1) ? 2 : 3; b = c || (() => 4) ? 5 : 6; d = (() => 7, 8); e = f + (() => 9) ¦ ∅, ∅, ∅, ∅
          testsAndEarlierExpressionsOfASequenceHaveNoNames ¦ a = function () {} || b ? c : d ¦ ∅
          callsAreNotLookedThrough ¦ a = b.map(c => c); d = [() => 1]; e = () => () => 2 ¦ ∅, ∅, e, ∅
          assignmentInABranchNamesOnlyThatBranch ¦ a = b ? c = () => 1 : () => 2 ¦ c, a
          fieldsAreNamedAsInitialisersOfTheirClass ¦ class A { x = () => 1; static { } } ¦ new A, A.<instance_members_initializer>, A.x, A.<static_initializer>
          """)
  void functionsHaveTheNames(String rule, String text, String names) {
    assertQualifiedNames(text.replace('⏎', '\n'), names.replace("∅", "").split(", ", -1));
  }

  @Test
  void partsTellWhereTheIdentifiersStand() {
    Outline outline = Outline.of("a.b = { get c() {} }", Dialect.JAVASCRIPT, plenty());
    assertEquals(
        List.of(
            new FunctionName.NamePart("get ", -1, 0),
            new FunctionName.NamePart("a", 0, 1),
            new FunctionName.NamePart(".", -1, 0),
            new FunctionName.NamePart("b", 2, 1),
            new FunctionName.NamePart(".", -1, 0),
            new FunctionName.NamePart("c", 12, 1)),
        outline.name(0, NameStyle.QUALIFIED).parts());
  }

  @Test
  void deepObjectsHaveNoName() {
    int depth = 300;
    String text = "a = " + "{ b: ".repeat(depth) + "() => 1" + " }".repeat(depth);
    assertQualifiedNames(text, "");
  }

  @Test
  void methodsThatShareVeryLongChainsOrKeysHaveNoNamesInLinearTime() {
    String methods = "m() {},".repeat(20_000);
    String links = "[a" + ".b".repeat(200) + "]";
    String keys = ("{" + "k".repeat(1_000) + ":").repeat(200);
    String controls = "{'" + "\u0001".repeat(1_000) + "':";
    assertTimeoutPreemptively(
        HANG,
        () -> {
          assertNoNames("a" + links.repeat(200) + " = {" + methods + "}");
          assertNoNames("a = " + keys + "{" + methods + "}" + "}".repeat(200));
          assertNoNames("a = " + controls + "{" + methods + "}}");
        });
  }

  @Test
  void endOfAnEscapeIsSearchedWithinItsNameOnly() {
    Outline outline = Outline.of("a\\u{=x=>x,".repeat(100_000), Dialect.JAVASCRIPT, plenty());
    assertTimeoutPreemptively(
        HANG,
        () -> {
          for (int row = 0; row < outline.size(); row++) {
            outline.name(row, NameStyle.V8);
          }
        });
  }

  private static void assertNoNames(String text) {
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals(20_000, outline.size());
    for (int row = 0; row < outline.size(); row++) {
      assertEquals("", outline.name(row, NameStyle.QUALIFIED).text());
    }
  }

  @Test
  void parenthesesAreLookedThroughUpToTheLimitOfSteps() {
    assertV8Names(inParentheses(Contexts.MOST_STEPS - 1), "a");
    assertV8Names(inParentheses(Contexts.MOST_STEPS), "");
    assertQualifiedNames(inParentheses(Contexts.MOST_STEPS - 1), "a");
    assertQualifiedNames(inParentheses(Contexts.MOST_STEPS), "");
  }

  private static String inParentheses(int pairs) {
    return "a = " + "(".repeat(pairs) + "() => 1" + ")".repeat(pairs);
  }

  @Test
  void chainsInBracketsOfChainsAreWrittenUpToTheLimitOfDepth() {
    assertQualifiedNames("a[b[c[d[e]]]] = () => 1", "a[b[c[d[e]]]]");
    assertQualifiedNames("a[b[c[d[e[f]]]]] = () => 1", "a[b[c[d[e[<computed>]]]]]");
  }

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
  void functionsHaveTheNamesOfV8(String rule, String text, String names) {
    assertV8Names(
        text.replace('⏎', '\n'), names.replace("∅", "").replace('⏎', '\n').split(", ", -1));
  }

  @Test
  void partsOfV8NamesTellWhereTheIdentifiersStand() {
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

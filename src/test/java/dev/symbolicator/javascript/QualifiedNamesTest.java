package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertQualifiedNames;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

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
}

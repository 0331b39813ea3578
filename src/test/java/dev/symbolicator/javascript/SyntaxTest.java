package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertStarts;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens whose meaning depends on their place. */
class SyntaxTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          slashDividesAfterAnOperand ¦ a / f(«b => c) / d; a[0] / (e) /g(«h=>i)/ 2; x++ / y(«() => 1) / 2; 1 / z(«() => 2)/3
          slashBeginsARegularExpressionElsewhere ¦ if (a) /b => c/.test(d); return⏎/() => 1/g; e = /[/]()=>1/v; «x => {}⏎/y=>z/
          slashAfterABraceDependsOnTheBrace ¦ {} /a=>b/; x = {} / f(«() => 1) / 2; y = function«() {} / g(«c => d) / 3
          bracesAreBlocksWhereAStatementBegins ¦ a⏎{ b: c(«() => 1) } case_: { d: e } if (f) { g: h } else { i(«() => 2) { } }
          templatesHoldExpressions ¦ `(a) => ${«b => `${«c => d}` + {e: «() => 1}} => ${f}`; g`${h}``${«() => 2}`
          callsAreNoMethods ¦ x = { a: b(c), d: { e«() {} }, ...f(g), [h(i)]: j, get, set, async, k };
          contextualWordsMayBeIdentifiers ¦ async(a); async⏎function f«() {} get = «() => 1; of = static_; let⏎set = «of => of
          contextualWordsMayBeIdentifiers ¦ let = /x/; var yield_ = await_; yield / a / (b); var async = «async => async
          ofAndAwaitAreKeywordsInLoops ¦ for (const a of /b=>c/.d) {} for («async of => {}; ; ) {}
          ofAndAwaitAreKeywordsInLoops ¦ async function f«() { for await (const a of b) /c=>d/.e(«() => 1) }
          htmlCommentsAreCommentsOnlyInScripts ¦ a <!-- b => c⏎--> d => e⏎f(«() => 1)
          htmlCommentsAreCommentsOnlyInScripts ¦ export {}; a <!--f(«b => c)⏎while (n --> 0) g(«() => 1)
          newSyntaxIsRead ¦ import a from 'b' with { type: 'json' }; using c = «() => 1; #d in e; f?.[«() => 2]
          newSyntaxIsRead ¦ async function f«() { await using a = «() => 1; } 1_000.5e-3 / g(«() => 2) / 0x1Fn
          newSyntaxIsRead ¦ import.meta.a = «() => 1; import('b').then(«c => c); function d«() { new.target / e / f }
          identifiersMayHaveEscapesAndAnyLetters ¦ «\\u{61}b => 1; ünï = «\ud842\udfb7 => \ud842\udfb7; «c\u200d => 1
          bodiesOfArrowsEndWithTheExpression ¦ a = «b => c ? d : e, f = { g: «h => i, j«() {} }, k ? «l => m : «n => o
          forLoopMayBeginWithAFunction ¦ for (var i = function«() {} in {}) ; for (let j = «() => 1, k = 2; ; ) {}
          classesMayExtendAnyExpression ¦ «class A extends function«() {} {} «class B extends f({ a«() {} }).c { m«() {} }
          classesMayExtendAnyExpression ¦ x = «class extends «class {} { m«() {} }; y = «class extends (a, b) { static«() {} }
          """)
  void rowsStartAtTheMarks(String place, String marked) {
    assertStarts(marked.replace('⏎', '\n'));
  }
}

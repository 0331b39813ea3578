package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertStarts;

import org.junit.jupiter.api.Test;

/** Tokens whose meaning depends on their place. */
class SyntaxTest {

  @Test
  void slashDividesAfterAnOperand() {
    assertStarts(
        "a / f(«b => c) / d; a[0] / (e) /g(«h=>i)/ 2; x++ / y(«() => 1) / 2; 1 / z(«() => 2)/3");
  }

  @Test
  void slashBeginsARegularExpressionElsewhere() {
    assertStarts("if (a) /b => c/.test(d); return\n/() => 1/g; e = /[/]()=>1/v; «x => {}\n/y=>z/");
  }

  @Test
  void slashAfterABraceDependsOnTheBrace() {
    assertStarts("{} /a=>b/; x = {} / f(«() => 1) / 2; y = function«() {} / g(«c => d) / 3");
  }

  @Test
  void bracesAreBlocksWhereAStatementBegins() {
    assertStarts("a\n{ b: c(«() => 1) } case_: { d: e } if (f) { g: h } else { i(«() => 2) { } }");
  }

  @Test
  void templatesHoldExpressions() {
    assertStarts("`(a) => ${«b => `${«c => d}` + {e: «() => 1}} => ${f}`; g`${h}``${«() => 2}`");
  }

  @Test
  void callsAreNoMethods() {
    assertStarts("x = { a: b(c), d: { e«() {} }, ...f(g), [h(i)]: j, get, set, async, k };");
  }

  @Test
  void contextualWordsMayBeIdentifiers() {
    assertStarts(
        "async(a); async\nfunction f«() {} get = «() => 1; of = static_; let\nset = «of => of");
    assertStarts("let = /x/; var yield_ = await_; yield / a / (b); var async = «async => async");
  }

  @Test
  void ofAndAwaitAreKeywordsInLoops() {
    assertStarts(
        "for (const a of /b=>c/.d) {} for (async of => {}; ; ) {}"
            .replace("async of", "«async of"));
    assertStarts("async function f«() { for await (const a of b) /c=>d/.e(«() => 1) }");
  }

  @Test
  void htmlCommentsAreCommentsOnlyInScripts() {
    assertStarts("a <!-- b => c\n--> d => e\nf(«() => 1)");
    assertStarts("export {}; a <!--f(«b => c)\nwhile (n --> 0) g(«() => 1)");
  }

  @Test
  void newSyntaxIsRead() {
    assertStarts(
        "import a from 'b' with { type: 'json' }; using c = «() => 1; #d in e; f?.[«() => 2]");
    assertStarts(
        "async function f«() { await using a = «() => 1; } 1_000.5e-3 / g(«() => 2) / 0x1Fn");
    assertStarts(
        "import.meta.a = «() => 1; import('b').then(«c => c); function d«() { new.target / e / f }");
  }

  @Test
  void identifiersMayHaveEscapesAndAnyLetters() {
    assertStarts(
        "\\u{61}b => 1".replace("\\u", "«\\u")
            + "; ünï = «𠮷 => 𠮷; c\u200d => 1".replace("; c", "; «c"));
  }

  @Test
  void bodiesOfArrowsEndWithTheExpression() {
    assertStarts("a = «b => c ? d : e, f = { g: «h => i, j«() {} }, k ? «l => m : «n => o");
  }

  @Test
  void forLoopMayBeginWithAFunction() {
    assertStarts("for (var i = function«() {} in {}) ; for (let j = «() => 1, k = 2; ; ) {}");
  }

  @Test
  void classesMayExtendAnyExpression() {
    assertStarts(
        "«class A extends function«() {} {} «class B extends f({ a«() {} }).c { m«() {} }");
    assertStarts(
        "x = «class extends «class {} { m«() {} }; y = «class extends (a, b) { static «() {} }"
            .replace("static «()", "static«()"));
  }
}

package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares inferred names with those that Node 20.20 shows in {@code Profiler.takePreciseCoverage},
 * as it does in profiles. The function is at the mark.
 */
class DebugNamesTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          function Klass(){ this.own = ●function(){ return 1 }; } ¦ Klass.own
          function Klass(){ this.arrow = ●() => 2; } ¦ Klass.arrow
          class Shop { constructor(){ this.late = ●function(){ return 3 }; } } ¦ Shop.late
          class Shop { lower(){ this.low = ●function(){ return 4 }; } } ¦ low
          class Shop { f = [●() => 44]; } ¦ f
          Klass.prototype.proto = ●function(){ return 5 }; ¦ Klass.proto
          a.b.c = ●function(){ return 6 }; ¦ a.b.c
          a['q-x'] = ●function(){ return 7 }; ¦ a.q-x
          a[k] = ●function(){ return 8 }; ¦ a.<computed>
          o[0] = ●function(){ return 27 }; ¦ o.<computed>
          a.b.d = a.e = ●function(){ return 9 }; ¦ a.b.d.a.e
          var list = [●function(){ return 10 }]; ¦ list
          o.list = [●() => 11]; ¦ o.list
          o.cond = k ? ●function(){ return 12 } : null; ¦ o.cond
          o.or = q || ●function(){ return 13 }; ¦ o.or
          o.obj = { key: note(●function(){ return 14 }), plain: 1 }; ¦ ∅
          o.obj = { key: 1, plain: k || (●() => 15) }; ¦ o.obj.plain
          var v = note(●function(){ return 16 }); ¦ ∅
          o.call = note(●function(){ return 17 }); ¦ ∅
          o.paren = (●function(){ return 18 }); ¦ ∅
          note({ opt: [●function(){ return 19 }] }); ¦ note.opt
          module.exports.exp = exports.two = ●function(){ return 20 }; ¦ module.exports.exp.exports.two
          q = o.chain = ●() => 21; ¦ o.chain
          o.x ||= ●function(){ return 22 }; ¦ o.x
          note(●function(){ return 23 }); ¦ ∅
          (function(){ o.iife = ●function(){ return 25 } })(); ¦ o.iife
          o.seq = (1, ●function(){ return 26 }); ¦ ∅
          o.p1 = o.p2 = { m: [●() => 28] }; ¦ o.p1.o.p2.m
          o.nw = new Map([[1, ●function(){ return 29 }]]); ¦ ∅
          o.tern = k ? [() => 31] : [●() => 32]; ¦ o.tern
          (0, o.grp = ●function(){ return 33 }); ¦ o.grp
          o.last = Promise.resolve().then(●function(){ return 34 }); ¦ ∅
          o.a = b⏎note(●function(){}) ¦ ∅
          o.a = (●() => 1); ¦ o.a
          o.b = k || (●function(){ return 2 }); ¦ ∅
          o.f = k ? (function(){ return 6 }) : (●() => 7); ¦ o.f
          const named = ●function(){}; ¦ named
          o.X = class { a(){ return 51 } ●[k](){ return 52 } }; ¦ o.X
          class Y { a(){ return 53 } ●[k](){ return 54 } } ¦ ∅
          o.t = { a(){ return 56 }, ●[k](){ return 57 }, b: 1 }; ¦ o.t
          o.t = { a(){ return 56 }, b: { ●[k+1](){ return 58 } } }; ¦ o.t.b
          note({ ●[k](){ return 59 } }); ¦ note
          const v = { ●[k](){ return 60 } }; ¦ v
          function Klass(){ this.t = { ●[k](){ return 61 } }; } ¦ Klass.t
          function lower(){ return { ●[k](){ return 62 } }; } ¦ ∅
          const f = () => ({ ●[k](){ return 63 } }); ¦ ∅
          o.g = { ['x' + k]: ●function(){ return 64 } }; ¦ o.g
          o.g = { m(){}, ●get [k+2](){ return 65 } }; ¦ o.g
          o.g = { a: x => 66, ●[k+3](){ return 67 } }; ¦ o.g
          o.list = [x => 68, ●() => 69]; ¦ o.list
          const a = await 1⏎await run(●() => s()) ¦ ∅
          const a = 1⏎new Foo(●() => s()) ¦ ∅
          const a = 1⏎void run(●() => s()) ¦ ∅
          const a = 1⏎do run(●() => s()); while (0) ¦ ∅
          if (x) a = 1⏎else run(●() => s()) ¦ ∅
          if (a = b) run(●() => s()) ¦ ∅
          o.a = 0 ? () => 1 : ●() => s() ¦ o.a
          if (a) { b(); } o.after = ●function(){}; ¦ o.after
          """)
  void nameIsThatOfV8(String marked, String name) {
    String text = marked.replace("⏎", "\n");
    int mark = text.indexOf('●');
    Outline outline = Outline.of(text.replace("●", ""), Dialect.JAVASCRIPT, plenty());
    int found = 0;
    while (outline.header(found) != mark) {
      found++;
    }
    assertEquals(name.replace("∅", ""), outline.name(found, NameStyle.DEBUG).text());
  }

  @ParameterizedTest
  @CsvSource({"1022, 1024", "1023, 0"})
  void nameThatIsTooLongIsNone(int member, int length) {
    String text = "o." + "n".repeat(member) + " = () => 1";
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    assertEquals(length, outline.name(0, NameStyle.DEBUG).text().length());
  }
}

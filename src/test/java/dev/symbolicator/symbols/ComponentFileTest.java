package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.Symbol.Origin;
import dev.symbolicator.testing.TestTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what is read of components, and the functions that compilers make of them. */
class ComponentFileTest {
  private static List<String> functions(String url, String text) {
    Outline outline = ScannedSource.of(text, url, plenty()).outline();
    List<String> functions = new ArrayList<>();
    for (int row = 0; row < outline.size(); row++) {
      functions.add(outline.start(row) + " " + outline.name(row, NameStyle.V8).text());
    }
    return functions;
  }

  /** A function is at each mark; for a declaration, the mark is at the parenthesis. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          A.vue ¦ <template><b @click="●e => go(e)" :key="f(●() => 1)">{{ xs.map(●x => x) }}</b></template>
          A.vue ¦ <b @keyup.enter="function on●() { f(); }" @x="a(); b(●() => 2)"/><script>let c = ●() => 1</script>
          A.vue ¦ <script setup>let c = ●() => { f() }</script><i v-for="(a, i) in b(●x => x)" #row="{ id }">it's</i>
          A.vue ¦ <!-- <b @click="e => 1"> --><style>a { b: 'c }</style><b title="() => 1" @click='●() => 2'/>
          A.svelte ¦ <script>let a = 1</script><b onclick={●async () => { f('}') }} title="it's {g(●() => 1)}" {...x}/>
          A.svelte ¦ {#each xs.filter(●x => x.id) as item, i (item.id)}{item.name}{:else if no(●() => 1)}{/each}
          A.svelte ¦ <p>{@html f(●() => `a ${b} }`)} {#await load(●() => 1) then x}{x}{/await}</p>{@render row(1)}
          A.svelte ¦ <b use:x={●(n) => n} {@attach ●(n) => { f(); return ●() => { g(); }; }}>it's</b>
          A.astro ¦ ---⏎const a = ●() => 1;⏎---⏎<ul>{xs.map(●(x) => <li onclick={●() => x}>it's</li>)}</ul>
          a.html ¦ <li (click)="go($event); f(●(x) => x)" [title]="() => 1">{{ 'it' }} @if (a) { <b> }</li>
          A.vue ¦ <b @click="(("></b><script>let c = ●() => 1</script>
          A.vue?type=script&lang.ts ¦ const a = ●() => 1;
          """)
  void functionsOfScriptsAndMarkupAreFound(String url, String marked) {
    StringBuilder text = new StringBuilder();
    List<Integer> expected = new ArrayList<>();
    for (char c : marked.replace('⏎', '\n').toCharArray()) {
      if (c == '●') {
        expected.add(text.length());
      } else {
        text.append(c);
      }
    }
    List<Integer> found =
        functions(url, text.toString()).stream()
            .map(function -> Integer.parseInt(function.substring(0, function.indexOf(' '))))
            .toList();
    assertEquals(expected, found);
  }

  @Test
  void nameIsThatOfTheFile() {
    assertEquals("Card", ComponentFile.name("webpack:///./src/Card.vue?a8f9"));
    assertTrue(ComponentFile.is("webpack:///./src/Card.vue?a8f9"));
    assertFalse(ComponentFile.is("src/card.svelte.ts"));
  }

  /** Vue's compiler makes setup, render and handlers; their first mapping is their place. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          (e){ ¦ 1:0 setup ¦ Card.setup
          (t)=> ¦ 4:3 ∅ ¦ Card
          ()=>s ¦ 4:18 on ¦ Card.on
          function r ¦ 4:3 Card ¦ Card
          """)
  void functionMadeOfAComponentIsPlacedByItsFirstMapping(
      String mark, String place, String qualified) {
    String script =
        "x={setup(e){a();b();c();return(t)=>[h({on:()=>s()})]}};function r(){return h(1)}";
    String source = "<script setup>\na();\nb();c();\n</script>\n<b :x=\"h\" @click=\"s()\"/>";
    MapOf map =
        MapOf.of(script, "Card.vue", source)
            .map("a()", "a()")
            .map("b()", "b()")
            .map("c()", "c()")
            .map("h({", ":x")
            .map("s()", "s()")
            .map("h(1", ":x");
    int at = script.indexOf(mark) + (mark.startsWith("function") ? mark.length() : 0);
    Symbol symbol = find(script, map, at, NameStyle.V8);
    assertEquals(
        place.replace("∅", ""), symbol.line() + ":" + symbol.column() + " " + symbol.name());
    assertEquals(Origin.COMPONENT, symbol.origin());
    assertEquals(qualified, find(script, map, at, NameStyle.QUALIFIED).name());
  }

  /** A function whose text begins elsewhere only had the component's constants inlined. */
  @ParameterizedTest
  @CsvSource({"Card.vue, util.js 0:12 big WRITTEN", "Card.js, util.js 0:12 big WRITTEN"})
  void functionWithInlinedConstantsOfAComponentIsItself(String url, String expected) {
    String script = "big=function(){p();q();r();s();t();u(1);v(2);w(3)}";
    String text = "function big(){p();q();r();s();t();u(k);v(l);w(m)}";
    String constants = "<script>let k=1,l=2,m=3</script>\\n<b/>";
    StringBuilder mappings = new StringBuilder();
    int[] last = new int[3];
    for (String call : "p( q( r( s( t( u( 1 v( 2 w( 3".split(" ", -1)) {
      boolean isConstant = Character.isDigit(call.charAt(0));
      int[] now = {
        script.indexOf(call),
        isConstant ? 1 : 0,
        isConstant ? constants.indexOf('=' + call) + 1 : text.indexOf(call)
      };
      mappings.append(mappings.isEmpty() ? "" : ",").append(MapOf.vlq(now[0] - last[0]));
      mappings.append(MapOf.vlq(now[1] - last[1])).append('A').append(MapOf.vlq(now[2] - last[2]));
      last = now;
    }
    String map =
        """
        {"version":3,"sources":["util.js","%s"],"sourcesContent":["%s","%s"],"names":[],
            "mappings":"%s"}
        """
            .formatted(url, text, constants, mappings);
    Symbol symbol =
        TestTables.table(script, map)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.indexOf("(){"), "big");
    assertEquals(
        expected,
        "%s %d:%d %s %s"
            .formatted(
                symbol.source(), symbol.line(), symbol.column(), symbol.name(), symbol.origin()));
  }

  /** Kotlin's text is not read: its map has the places, and the name at the function's own. */
  @Test
  void functionOfAnotherLanguageIsPlacedByTheMap() {
    String script = "function a(b){return b}";
    String source = "fun twice(n: Int) = n";
    MapOf map = MapOf.of(script, "a.kt", source).map("a(", "twice", "twice").map("b}", "n");
    Symbol symbol = find(script, map, script.indexOf("(b"), NameStyle.V8);
    assertEquals(new Symbol("a.kt", 0, 4, "twice", Origin.APPROXIMATE), symbol);
  }

  @ParameterizedTest
  @CsvSource({"999, 0", "1000, -1"})
  void firstMappingIsLookedForInABoundedPartOfAFunction(int unmapped, int line) {
    String script = "a=function(){" + " ".repeat(unmapped + 10) + "}";
    String map =
        """
        {"version":3,"sources":["A.vue"],"sourcesContent":["<b/>"],"names":[],
            "mappings":"E%s,CAAA"}
        """
            .formatted(",C".repeat(unmapped - 1));
    Symbol symbol =
        TestTables.table(script, map)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.indexOf('('), "a");
    assertEquals(line, symbol == null ? -1 : symbol.line());
  }

  /** Each of the nested functions passes the mappings before the only one that leads somewhere. */
  @Test
  void searchesForFirstMappingsShareABound() {
    int nested = 20;
    int passed = 501;
    String script = "a=>".repeat(nested) + " ".repeat(passed) + "1";
    String map =
        """
        {"version":3,"sources":["A.vue"],"sourcesContent":["<b/>"],"names":[],
            "mappings":"%s%s,CAAA"}
        """
            .formatted(MapOf.vlq(3 * nested), ",C".repeat(passed - 2));
    SymbolLookup lookup = TestTables.table(script, map).lookup(NameStyle.V8, new RecentSymbols());
    int answered = 0;
    while (answered < nested && lookup.find(0, 3 * answered, "a") != null) {
      answered++;
    }
    int passes = UnwrittenFunctions.MOST_PASSED + UnwrittenFunctions.PASSES * passed;
    assertEquals(passes / passed, answered);
  }

  private static Symbol find(String script, MapOf map, int column, NameStyle style) {
    return TestTables.table(script, map.json())
        .lookup(style, new RecentSymbols())
        .find(0, column, "kept");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"", "{", "{{", "<", "<a b=\"", "{:else ", "<script>", "`${", "<!--", "{#each "})
  void hostileComponentsAreReadInLinearTime(String piece) {
    String text = "<a>" + piece.repeat(1_000_000 / piece.length());
    for (String url : new String[] {"A.vue", "A.svelte", "a.html"}) {
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(20), () -> ComponentFile.of(url, text, true));
    }
  }

  @Property
  void textKeepsItsLengthAndLines(@ForAll("components") String text) {
    for (String url : new String[] {"A.vue", "A.svelte", "A.astro", "a.html"}) {
      String scanned = ComponentFile.of(url, text, true).text();
      assertEquals(text.length(), scanned.length());
      for (int i = 0; i < text.length(); i++) {
        boolean isEnd = text.charAt(i) == '\n';
        assertTrue(!isEnd || scanned.charAt(i) != ' ', "no line end is lost");
      }
    }
  }

  @Provide
  static Arbitrary<String> components() {
    return Arbitraries.of(
            "<b ",
            "@click=",
            "\"",
            "'",
            "{",
            "}",
            "{{",
            "}}",
            "<script>",
            "</script>",
            "\n",
            "x",
            "() => 1",
            "`",
            "${",
            "/*",
            "*/",
            "//",
            "{#each ",
            " as ",
            "{:else if ",
            "---",
            "<!--",
            "-->",
            "<style>",
            "</style>",
            "/>",
            ">",
            "(click)=",
            ";")
        .list()
        .ofMaxSize(40)
        .map(pieces -> "<a>" + String.join("", pieces));
  }
}

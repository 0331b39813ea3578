package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.symbols.Symbol.Origin;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.TestTables;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFitTest {
  private static final String SCRIPT =
      "class t{open(e){this.first.call(e),this.second.run(e)}close(e){this.third.end(e)}other(){}}";

  private static final String SOURCE =
      """
      class Door {
        open(event) {
          this.first.call(event);
          this.second.run(event);
        }
        close(event) {
          this.third.end(event);
        }
      }
      """;

  /** Another version of the source: other code stands where the map's places are. */
  private static final String OTHER =
      "// The licence of this file has some lines that the other text has not.\n".repeat(5)
          + SOURCE;

  /** A map that leads into the source, but holds another text. */
  private static String map(String text) {
    MapOf map = MapOf.of(SCRIPT, "a.js", SOURCE);
    for (String word : new String[] {"open(e", "first", "call", "second", "run", "close(e"}) {
      map.map(word, word);
    }
    map.map("third", "third").map("end", "end").map("e){this.f", "event");
    return map.json().replace(escaped(SOURCE), escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("\n", "\\n");
  }

  private static Symbol find(String text, String mark) {
    return TestTables.table(SCRIPT, map(text))
        .lookup(NameStyle.V8, new RecentSymbols())
        .find(0, SCRIPT.indexOf(mark), "kept");
  }

  private static Symbol findExecuting(String text, String mark) {
    return TestTables.table(SCRIPT, map(text))
        .lookup(NameStyle.V8, new RecentSymbols())
        .findExecuting(0, SCRIPT.indexOf(mark));
  }

  @Test
  void functionIsReadOutOfItsMapsText() {
    assertEquals(new Symbol("a.js", 1, 6, "open"), find(SOURCE, "(e){this.f"));
    assertEquals(new Symbol("a.js", 6, 15, "close"), findExecuting(SOURCE, "end"));
  }

  @Test
  void mapWithSegmentForEachCharacterFits() {
    String source = "function first(){}function second(){}";
    String map =
        """
        {"version":3,"sources":["a.js"],"sourcesContent":["%s"],"names":[],"mappings":"AAAA%s"}
        """
            .formatted(source, ",CAAC".repeat(source.length() - 1));
    int start = source.lastIndexOf('(');
    assertEquals(
        new Symbol("a.js", 0, start, "second"),
        TestTables.table(source, map)
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, start, "second"));
  }

  @Test
  void functionOfAnotherTextIsFoundByItsNameAlone() {
    assertEquals(new Symbol("a.js", 6, 6, "open"), find(OTHER, "(e){this.f"));
    assertEquals(new Symbol("a.js", 10, 7, "close"), find(OTHER, "(e){this.t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"never", "twice"})
  void functionThatAnotherTextHasNotOnceIsPlacedByTheMap(String rule) {
    String text =
        rule.equals("twice")
            ? OTHER + "class Two {\n  open() {}\n}\n"
            : OTHER.replace("open", "opened");
    Symbol open = new Symbol("a.js", 1, 2, "open", Origin.APPROXIMATE);
    assertEquals(open, find(text, "(e){this.f"));
  }

  @Test
  void positionInAnotherTextIsPlacedByTheMap() {
    assertEquals(findExecuting(SOURCE, "call").line(), findExecuting(OTHER, "call").line());
  }

  @Test
  void mapWithoutScriptIsBelievedWhateverItsText() {
    String wide = "x".repeat(4_000);
    assertNotNull(alone(SOURCE));
    assertNull(alone(wide).name());
  }

  private static Symbol alone(String text) {
    return TestTables.tableWithoutScript(map(text))
        .lookup(NameStyle.V8, new RecentSymbols())
        .findExecuting(0, SCRIPT.indexOf("call"));
  }

  private static boolean isForeign(String script, String text, SegmentSamples samples) {
    return TextFit.isForeign(script, text, Lines.of(text, Allowances.plenty()), samples.of(0));
  }

  private static SegmentSamples samples() {
    return new SegmentSamples(1, Allowances.plenty());
  }

  private static void add(SegmentSamples samples, int line, int column, int property) {
    assertEquals(true, samples.isNext(0));
    samples.add(Positions.of(line, column), property);
  }

  /** Places within a word are bad, those at a word's start are not. */
  @ParameterizedTest
  @CsvSource({"5, 11, true", "4, 4, false", "5, 12, false", "30, 70, true", "29, 71, false"})
  void threePlacesInTenMayNotBeMisplaced(int bad, int good, boolean isForeign) {
    SegmentSamples samples = samples();
    for (int i = 0; i < bad; i++) {
      add(samples, 0, 3 * i + 1, -1);
    }
    for (int i = 0; i < good; i++) {
      add(samples, 0, 3 * (bad + i), -1);
    }
    assertEquals(isForeign, isForeign("", "ab ".repeat(bad + good), samples));
  }

  /** Some transforms of builders lead all their code to one place, be it ever so odd. */
  @Test
  void onePlaceCountsOnce() {
    SegmentSamples samples = samples();
    for (int i = 0; i < 200; i++) {
      add(samples, 0, 1 + i % 2, -1);
    }
    assertEquals(false, isForeign("", "abcd", samples));
  }

  /** The word is near for places 1 to 3 of four, or for places 2 and 3 only. */
  @ParameterizedTest
  @CsvSource({"200, false", "201, true"})
  void halfOfThePropertiesMustBeNearTheirPlaces(int offset, boolean isForeign) {
    SegmentSamples samples = samples();
    for (int place = 0; place < 4; place++) {
      add(samples, 0, place, 2);
    }
    String text = ";;;;" + " ".repeat(offset - 4) + "alpha";
    assertEquals(isForeign, isForeign("x.alpha", text, samples));
  }

  @ParameterizedTest
  @CsvSource({"2, true", "3, false"})
  void oneInTenPropertiesAtItsPlaceShowsThatTheTextFits(int exact, boolean isForeign) {
    SegmentSamples samples = samples();
    for (int place = 0; place < 20; place++) {
      add(samples, place, 0, 2);
    }
    String text = "alpha\n".repeat(exact) + ";\n".repeat(20) + " ".repeat(300) + "alpha";
    assertEquals(isForeign, isForeign("x.alpha", text, samples));
  }

  @Test
  void wordsThatTheTextLacksSayNothing() {
    String script = "x.alpha;x.bravo;x.charlie;x.delta;";
    SegmentSamples samples = samples();
    int at = script.indexOf('.');
    for (int line = 0; at >= 0; line++, at = script.indexOf('.', at + 1)) {
      add(samples, line, 0, at + 1);
    }
    assertEquals(false, isForeign(script, "one\ntwo\nthree\nfour\n", samples));
    String elsewhere = "one\ntwo\nthree\nfour\n" + " ".repeat(300);
    assertEquals(false, isForeign(script, elsewhere + "alpha bravo charlie", samples));
    assertEquals(true, isForeign(script, elsewhere + "alpha bravo charlie delta", samples));
  }

  @Test
  void samplesAreSpreadOverAllSegments() {
    SegmentSamples samples = samples();
    for (int i = 0; i < 10_000; i++) {
      if (samples.isNext(0)) {
        samples.add(i, -1);
      }
    }
    SegmentSamples.Sample sample = samples.of(0);
    assertNotNull(sample);
    assertEquals(true, sample.size() > SegmentSamples.MOST / 2, "size " + sample.size());
    assertEquals(true, sample.size() <= SegmentSamples.MOST);
    long step = sample.position(1) - sample.position(0);
    for (int i = 0; i < sample.size(); i++) {
      assertEquals(step * i, sample.position(i));
    }
  }

  private static final int FUNCTIONS = 60;

  /** A script with an insertion in one function, and its map. */
  private record TornBuild(String script, String map) {}

  /** The map has segments for statements only, so no segment leads to a property. */
  private static TornBuild build(String inserted) {
    StringBuilder script = new StringBuilder();
    StringBuilder source = new StringBuilder();
    StringBuilder mappings = new StringBuilder();
    int[] last = new int[3];
    for (int i = 0; i < FUNCTIONS; i++) {
      String name = "original" + i;
      add(mappings, last, script.length(), 4 * i, 7);
      add(mappings, last, script.length() + 9, 4 * i, 16);
      script.append("function f").append(i);
      add(mappings, last, script.length(), 4 * i, 16 + name.length());
      script.append("(e,t){");
      add(mappings, last, script.length(), 4 * i + 1, 2);
      script.append("e.update%d(t.width);".formatted(i)).append(i == 20 ? inserted : "");
      add(mappings, last, script.length(), 4 * i + 2, 2);
      script.append("return t.height+%d}".formatted(i * 7));
      source.append("export function %s(element, target) {\\n".formatted(name));
      source.append("  element.update%d(target.width);\\n".formatted(i));
      source.append("  return target.height + %d;\\n}\\n".formatted(i * 7));
    }
    return new TornBuild(
        script.toString(),
        "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(source, mappings));
  }

  private static void add(StringBuilder mappings, int[] last, int column, int line, int original) {
    mappings.append(mappings.isEmpty() ? "" : ",").append(MapOf.vlq(column - last[0])).append('A');
    mappings.append(MapOf.vlq(line - last[1])).append(MapOf.vlq(original - last[2]));
    last[0] = column;
    last[1] = line;
    last[2] = original;
  }

  private static int right(SymbolTable table, String script) {
    SymbolLookup lookup = table.lookup(NameStyle.V8, new RecentSymbols());
    int right = 0;
    Matcher start = Pattern.compile("function f(\\d+)\\(").matcher(script);
    while (start.find()) {
      Symbol symbol = lookup.find(0, start.end() - 1, "kept");
      if (symbol != null) {
        assertEquals("original" + start.group(1), symbol.name());
        right++;
      }
    }
    return right;
  }

  @Test
  void mapOfTheBuildNamesAllFunctions() {
    TornBuild build = build("");
    assertEquals(FUNCTIONS, right(TestTables.table(build.script(), build.map()), build.script()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.x=1;",
        "console.log(\"build two\",t.height);",
        "e.track(\"render\",{width:t.width,height:t.height,name:\"chart\"});"
      })
  void mapOfAnotherBuildNamesNoFunctionWrongly(String inserted) {
    TornBuild old = build("");
    SymbolCompilation torn = TestTables.compilation(old.script(), build(inserted).map());
    if (torn instanceof SymbolCompilation.Compiled compiled) {
      right(compiled.symbols(), old.script());
    }
  }

  @Test
  void mapThatManyFunctionsContradictIsAMismatch() {
    String torn =
        build("e.track(\"render\",{width:t.width,height:t.height,name:\"chart\"});").map();
    String detail =
        assertInstanceOf(
                SymbolCompilation.Mismatch.class, TestTables.compilation(build("").script(), torn))
            .detail();
    assertEquals(
        "The source map is of another build of the script: ",
        detail.substring(0, detail.indexOf(':') + 2));
  }

  /** The methods of the script, in their order. */
  private static final String[] METHODS = {"alpha", "gamma", "delta", "omega"};

  /** Returns a class of methods, one a line, which all have the same length. */
  private static String source(String... methods) {
    StringBuilder source = new StringBuilder("class Door {\n");
    for (String method : methods) {
      source.append(method).append("(x) { return x.go(() => x); }\n");
    }
    return source.append("}\n").toString();
  }

  private static String script(String... methods) {
    StringBuilder script = new StringBuilder("class t{");
    for (String method : methods) {
      script.append(method).append("(e){return e.go(()=>e)}");
    }
    return script.append('}').toString();
  }

  /** Compiles a script with a map into a source, but with the text of another version. */
  private static SymbolTable table(String script, String... ofText) {
    String source = source(METHODS);
    MapOf map = MapOf.of(script, "a.js", source).map("class", "class").map("t{", "Door");
    for (int i = 1; i <= METHODS.length; i++) {
      map.map("(e)#" + i, "(x)#" + i).map("e.go#" + i, "x.go#" + i).map("()=>#" + i, "() =>#" + i);
    }
    return TestTables.table(
        script,
        map.json().replace(source.replace("\n", "\\n"), source(ofText).replace("\n", "\\n")));
  }

  private static Symbol find(SymbolTable table, String script, String place, String name) {
    return table
        .lookup(NameStyle.V8, new RecentSymbols())
        .find(0, script.indexOf(place) + place.length(), name);
  }

  private static Symbol find(String place, String... ofText) {
    String script = script(METHODS);
    return find(table(script, ofText), script, place, place);
  }

  @Test
  void methodsOfTheirNamesFit() {
    assertEquals(new Symbol("a.js", 2, 5, "gamma"), find("gamma", METHODS));
  }

  @Test
  void methodsOfOtherNamesShowAnotherText() {
    String[] other = {"gamma", "delta", "alpha", "omega"};
    assertEquals(new Symbol("a.js", 1, 5, "gamma"), find("gamma", other));
    assertEquals(new Symbol("a.js", 4, 5, "omega"), find("omega", other));
    assertNull(find("gamma(e){return e.go(", other));
  }

  @Test
  void asManyMethodsOfTheirNamesAsOfOthersFit() {
    assertEquals(
        new Symbol("a.js", 2, 5, "alpha"), find("gamma", "gamma", "alpha", "delta", "omega"));
  }

  @Test
  void oneOtherNameMayBeASlip() {
    assertEquals(
        new Symbol("a.js", 1, 5, "gamma"), find("alpha", "gamma", "other", "others", "more"));
    assertEquals(
        new Symbol("a.js", 2, 5, "alpha"), find("alpha", "gamma", "alpha", "others", "more"));
  }

  @Test
  void renamedPropertiesSayNothing() {
    String script = script("aaa", "bbb", "ccc", "ddd");
    assertEquals(
        new Symbol("a.js", 2, 5, "gamma"), find(table(script, METHODS), script, "bbb", "bbb"));
  }
}

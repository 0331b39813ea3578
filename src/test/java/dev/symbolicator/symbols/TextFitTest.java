package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void functionThatAnotherTextLacksStaysAsItIs() {
    assertNull(find(OTHER.replace("open", "opened"), "(e){this.f"));
  }

  @Test
  void functionWhoseNameAnotherTextHasTwiceStaysAsItIs() {
    assertNull(find(OTHER + "class Two {\n  open() {}\n}\n", "(e){this.f"));
  }

  @Test
  void positionThatAnotherTextContradictsIsNotAnswered() {
    assertNotNull(findExecuting(SOURCE, "call"));
    assertNull(findExecuting(OTHER, "call"));
  }

  @Test
  void mapWithoutScriptIsJudgedByItsPlaces() {
    String wide = "x".repeat(4_000);
    assertNotNull(alone(SOURCE));
    assertNull(alone(wide));
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
}

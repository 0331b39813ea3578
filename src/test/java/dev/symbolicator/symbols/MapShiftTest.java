package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.testing.TestTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapShiftTest {
  private static final Path BUILT = Path.of("src/test/fixture-app/built");

  /** What a tool writes in front of a script to tell its debug id. */
  private static final String SNIPPET =
      "!function(){try{self._ids={a:1}}catch(e){}}();\n/* 85314830 */\n";

  private static String script(String builder) throws IOException {
    return Files.readString(BUILT.resolve(builder).resolve("app.js"));
  }

  private static String next(String builder) throws IOException {
    return Files.readString(BUILT.resolve(builder).resolve("next.js"));
  }

  private static String map(String builder) throws IOException {
    return Files.readString(BUILT.resolve(builder).resolve("app.js.map"));
  }

  private static MapShift shift(String script, String map) {
    SymbolCompilation compilation = TestTables.compilation(script, map);
    return compilation instanceof SymbolCompilation.Compiled compiled
        ? compiled.shift()
        : MapShift.NONE;
  }

  /** Inserts a text where the longest line of a script begins, which holds the code. */
  private static String wrapped(String script, String wrapper) {
    int at = codeAt(script);
    return script.substring(0, at) + wrapper + script.substring(at);
  }

  private static int codeAt(String script) {
    int at = 0;
    int longest = 0;
    int start = 0;
    for (String line : script.split("\n", -1)) {
      if (line.length() > longest) {
        longest = line.length();
        at = start;
      }
      start += line.length() + 1;
    }
    return at;
  }

  private static int lineOf(String script, int offset) {
    return (int) script.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  private static void assertSameAnswers(String script, String shifted, String map) {
    SymbolTable expected = TestTables.table(script, map);
    SymbolTable actual = TestTables.table(shifted, map);
    String code = script.substring(codeAt(script));
    String codeLine = code.substring(0, (code + "\n").indexOf('\n'));
    int before = shifted.indexOf(codeLine);
    SymbolLookup right = expected.lookup(NameStyle.V8, new RecentSymbols());
    SymbolLookup found = actual.lookup(NameStyle.V8, new RecentSymbols());
    int line = lineOf(script, codeAt(script));
    int shiftedLine = lineOf(shifted, before);
    int column = before - (shifted.lastIndexOf('\n', before - 1) + 1);
    int mapped = 0;
    for (int i = 1; i < codeLine.length(); i++) {
      Symbol symbol = right.find(line, i, "kept");
      assertEquals(symbol, found.find(shiftedLine, column + i, "kept"), "column " + i);
      assertEquals(
          right.findExecuting(line, i),
          found.findExecuting(shiftedLine, column + i),
          "column " + i);
      mapped += symbol == null ? 0 : 1;
    }
    assertEquals(true, mapped > 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void bannerShiftsLines(String builder) throws IOException {
    String shifted = "// a banner\n".repeat(7) + script(builder);
    assertEquals("7 lines", shift(shifted, map(builder)).words());
    assertSameAnswers(script(builder), shifted, map(builder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void wrapperShiftsColumnsOfItsLine(String builder) throws IOException {
    String script = script(builder);
    String shifted = wrapped(script, "var window=self;  ");
    int line = lineOf(script, codeAt(script)) + 1;
    assertEquals("18 columns of line " + line, shift(shifted, map(builder)).words());
    assertSameAnswers(script, shifted, map(builder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void bannerAndWrapperShiftBoth(String builder) throws IOException {
    String script = script(builder);
    String shifted = SNIPPET + wrapped(script, "x;");
    int line = lineOf(script, codeAt(script)) + 3;
    assertEquals("2 lines and 2 columns of line " + line, shift(shifted, map(builder)).words());
    assertSameAnswers(script, shifted, map(builder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void removedBannerShiftsLinesBack(String builder) throws IOException {
    String map = map(builder).replaceFirst("\"mappings\": ?\"", "$0;;;");
    assertEquals("-3 lines", shift(script(builder), map).words());
  }

  /** SWC's segments lie within words, so it cannot be told that a shift is right. */
  @Test
  void mapWithSegmentsWithinWordsIsNotShifted() throws IOException {
    assertEquals(MapShift.NONE, shift("\n" + script("rollup-swc"), map("rollup-swc")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack", "rollup-swc"})
  void soundMapIsNotShifted(String builder) throws IOException {
    assertEquals(MapShift.NONE, shift(script(builder), map(builder)));
  }

  /** In the next release, one function of the app differs by a few characters. */
  @ParameterizedTest
  @ValueSource(
      strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack", "rollup-swc"})
  void mapOfAnotherBuildIsNotShifted(String builder) throws IOException {
    String next = next(builder);
    for (String other : List.of(next, "\n" + next, wrapped(next, "x;"), SNIPPET + next)) {
      assertEquals(MapShift.NONE, shift(other, map(builder)));
    }
  }

  /** Whatever is put in front of a script: its map is set right, or left alone. */
  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void randomShiftIsSetRightOrRefused(String builder) throws IOException {
    Random random = new Random(7);
    String script = script(builder);
    int setRight = 0;
    for (int i = 0; i < 20; i++) {
      int lines = random.nextInt(3) * random.nextInt(400);
      int columns = random.nextInt(3) * random.nextInt(60);
      String shifted = "\n".repeat(lines) + wrapped(script, " ".repeat(columns));
      MapShift expected = MapShift.of(lines, columns, lineOf(script, codeAt(script)));
      MapShift found = shift(shifted, map(builder));
      assertEquals(true, found.equals(expected) || found.equals(MapShift.NONE), found::words);
      setRight += found.equals(expected) ? 1 : 0;
    }
    assertEquals(true, setRight >= 18, "of 20, were set right: " + setRight);
  }

  /** Changes in the middle of a script have no constant shift. */
  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser", "rspack"})
  void insertionWithinCodeIsRefused(String builder) throws IOException {
    String script = script(builder);
    int from = codeAt(script);
    for (int tenth = 1; tenth < 10; tenth++) {
      int at = script.indexOf(';', from + (script.length() - from) * tenth / 10) + 1;
      for (String inserted : List.of("x;", "0;".repeat(30), "\n\n")) {
        String changed = script.substring(0, at) + inserted + script.substring(at);
        assertEquals(MapShift.NONE, shift(changed, map(builder)), "after " + tenth + "/10");
      }
    }
  }

  private static String owner(int line) {
    return "thing".repeat(1 + 7 * line % 11);
  }

  /**
   * A script, and its own original, of lines that differ in length.
   *
   * @param names the number of different names of properties
   */
  private static String lines(int count, int names) {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < count; i++) {
      script.append(owner(i)).append(".property").append(i % names).append("();\n");
    }
    return script.toString();
  }

  /** A map with a segment at each property of such a script. */
  private static String mapOf(String source, int count) {
    StringBuilder mappings = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int column = owner(i).length() + 1;
      int before = i == 0 ? 0 : owner(i - 1).length() + 1;
      mappings.append(MapOf.vlq(column)).append(i == 0 ? "AA" : "AC");
      mappings.append(MapOf.vlq(column - before)).append(';');
    }
    return "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"%s\"}"
        .formatted(source.replace("\n", "\\n"), mappings);
  }

  @ParameterizedTest
  @CsvSource({"40, '3 lines'", "20, '3 lines'", "19, ''"})
  void leastNumberOfAgreeingNamesIsTwenty(int properties, String words) {
    String source = lines(properties, properties);
    MapShift shift = shift("a\n".repeat(3) + source, mapOf(source, properties));
    assertEquals(words, shift.equals(MapShift.NONE) ? "" : shift.words());
  }

  /** Lines of eleven lengths with eleven names repeat themselves after eleven lines. */
  @Test
  void ambiguousShiftIsRefused() {
    String unique = lines(44, 44);
    assertEquals("2 lines", shift("a\n".repeat(2) + unique, mapOf(unique, 44)).words());
    String repeated = lines(44, 11);
    assertEquals(MapShift.NONE, shift("a\n".repeat(2) + repeated, mapOf(repeated, 44)));
  }

  /** One in ten names may differ. */
  @ParameterizedTest
  @CsvSource({"4, '3 lines'", "5, ''"})
  void oneInTenNamesMayDiffer(int differing, String words) {
    String source = lines(40, 40);
    String script = source;
    for (int i = 0; i < differing; i++) {
      script = script.replace(".property%d(".formatted(10 + i), ".renaming%d(".formatted(10 + i));
    }
    MapShift shift = shift("a\n".repeat(3) + script, mapOf(source, 40));
    assertEquals(words, shift.equals(MapShift.NONE) ? "" : shift.words());
  }

  /** An insertion may lie behind a few segments, as in a list of imports. */
  @ParameterizedTest
  @CsvSource({"4, '30 lines'", "5, ''"})
  void fewSegmentsMayBeMisplaced(int misplaced, String words) {
    String source = lines(60, 60);
    StringBuilder script = new StringBuilder("a\n".repeat(30));
    source.lines().limit(misplaced).forEach(line -> script.append("a\n"));
    source.lines().skip(misplaced).forEach(line -> script.append(line).append('\n'));
    MapShift shift = shift(script.toString(), mapOf(source, 60));
    assertEquals(words, shift.equals(MapShift.NONE) ? "" : shift.words());
  }

  @Test
  void scriptAndMapThatNothingTiesAreNotShifted() throws IOException {
    SymbolCompilation compilation =
        TestTables.untiedCompilation("\n" + script("esbuild"), map("esbuild"));
    assertInstanceOf(SymbolCompilation.Mismatch.class, compilation);
  }

  @Test
  void wordsTellLinesAndColumns() {
    assertEquals("412 lines", MapShift.of(412, 0, 5).words());
    assertEquals("1 line", MapShift.of(1, 0, 5).words());
    assertEquals("-1 line", MapShift.of(-1, 0, 5).words());
    assertEquals("44 columns of line 1", MapShift.of(0, 44, 0).words());
    assertEquals("2 lines and -1 column of line 8", MapShift.of(2, -1, 5).words());
  }
}

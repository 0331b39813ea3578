package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.symbols.MapMatch.ContentTie;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.testing.TestTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTieTest {
  private static final Path BUILT = Path.of("src/test/fixture-app/built");

  private static boolean isTied(String script, String map) {
    return TestTables.untiedCompilation(script, map) instanceof SymbolCompilation.Compiled;
  }

  private static String detail(String script, String map) {
    return assertInstanceOf(
            SymbolCompilation.Mismatch.class, TestTables.untiedCompilation(script, map))
        .detail();
  }

  private static String built(String builder, String file) throws IOException {
    return Files.readString(BUILT.resolve(builder).resolve(file));
  }

  /** In the next release, one function of the app differs by a few characters. */
  @ParameterizedTest
  @ValueSource(strings = {"esbuild", "rollup-terser", "rolldown", "webpack-terser"})
  void mapIsTiedToItsReleaseOnly(String builder) throws IOException {
    String map = built(builder, "app.js.map");
    assertTrue(isTied(built(builder, "app.js"), map));
    String detail = detail(built(builder, "next.js"), map);
    assertTrue(detail.startsWith("The source map is of another build of the script"), detail);
  }

  /** The segments of these builders may lie within words. */
  @ParameterizedTest
  @ValueSource(strings = {"rollup-swc", "rspack"})
  void mapWithSegmentsWithinWordsIsNotTied(String builder) throws IOException {
    String map = built(builder, "app.js.map");
    assertEquals(false, isTied(built(builder, "app.js"), map));
    assertEquals(false, isTied(built(builder, "next.js"), map));
  }

  /** Without names and original texts there is nothing to compare. */
  @Test
  void mapWithoutTextsIsNotTied() throws IOException {
    String map = built("esbuild", "app.js.map").replaceFirst("\"sourcesContent\": \\[.*\\],", "");
    String detail = detail(built("esbuild", "app.js"), map);
    assertTrue(detail.startsWith("The source map has too little to compare"), detail);
  }

  /** A map with a segment at each property of a script, which is its own original. */
  private static String properties(String original, int count) {
    return "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"EAAE%s\"}"
        .formatted(original, ",IAAI".repeat(count - 1));
  }

  @ParameterizedTest
  @CsvSource({"19, false", "20, true"})
  void leastNumberOfPropertiesIsTwenty(int count, boolean isTied) {
    assertEquals(20, ContentTie.LEAST_COMPARED);
    String script = "x.p;".repeat(count);
    assertEquals(isTied, isTied(script, properties(script, count)));
  }

  @Test
  void oneContradictionShowsAnotherBuild() {
    String script = "x.p;".repeat(30);
    assertEquals(true, isTied(script, properties(script, 30)));
    assertEquals(true, isTied(script, properties("x.p;".repeat(29) + "x+q;", 30)));
    assertEquals(
        "The source map is of another build of the script: its segment at line 1, column 119 contradicts the script.",
        detail(script, properties("x.p;".repeat(29) + "x.q;", 30)));
    assertEquals(false, isTied("x.p;".repeat(29) + "xyz", properties(script, 30)));
    assertEquals(false, isTied("x.p;".repeat(29) + "x", properties(script, 30)));
    assertEquals(false, isTied("x.p;".repeat(29) + "\nx.p;", properties(script, 30)));
  }

  @Test
  void rulesForMapsOfAnotherScriptStillHold() {
    String script = "x.p;".repeat(30);
    String map = properties(script, 30).replace("{\"version\"", "{\"debugId\":\"%s\",\"version\"");
    String id = "85314830-023f-4cf1-a267-535f4e37bb17";
    assertEquals(true, isTied(script + "\n//# debugId=" + id, map.formatted(id)));
    assertEquals(
        false, isTied(script + "\n//# debugId=" + id.replace('8', '9'), map.formatted(id)));
  }
}

package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.kinds;
import static dev.symbolicator.sourcemap.Maps.tolerated;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceUrlsTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        // sourceRoot, source, URL
        "-,           a.js,                       https://example.com/js/a.js",
        "-,           ../src/./a.ts,              https://example.com/src/a.ts",
        "-,           /abs/a.js,                  https://example.com/abs/a.js",
        "-,           //cdn.example/a.js,         https://cdn.example/a.js",
        "-,           http://h/a.js,              http://h/a.js",
        "-,           http://h/./a b.js,          http://h/a%20b.js",
        // A scheme that a build tool made up: the URL is never fetched, so it stays readable.
        "-,           webpack://app/./src/a.js,   webpack://app/./src/a.js",
        "-,           webpack:///a b\u00e9.js,     webpack:///a b\u00e9.js",
        "-,           a b\u00e9.js,               https://example.com/js/a%20b%C3%A9.js",
        "-,           a/b:/c.js,                  https://example.com/js/a/b:/c.js",
        "-,           file:///a/./b c.js,         file:///a/b%20c.js",
        "-,           file:///C:/a.js,            file:///C:/a.js",
        "-,           file:///a/c|/../b?q#f.js,   file:///a/b?q#f.js",
        "-,           a.vue?vue&type=script,      https://example.com/js/a.vue?vue&type=script",
        "-,           ``,                         https://example.com/js/app.js.map",
        // An empty sourceRoot counts as absent: webpack 5 and TypeScript write one.
        "``,          a.js,                       https://example.com/js/a.js",
        "r,           a.js,                       https://example.com/js/r/a.js",
        "r/,          a.js,                       https://example.com/js/r/a.js",
        "/,           a.js,                       https://example.com/a.js",
        "/r,          ../a.js,                    https://example.com/a.js",
        "http://h/x,  a.js,                       http://h/x/a.js",
        "webpack://,  app/a.js,                   webpack://app/a.js",
        // An absolute source ignores sourceRoot, and the slash is not doubled.
        "r,           http://h/a.js,              http://h/a.js",
        "r,           webpack:///a.js,            webpack:///a.js",
        "r,           /abs.js,                    https://example.com/js/r/abs.js",
        "/,           /abs.js,                    https://example.com/abs.js",
      })
  void sourceIsResolvedAgainstRootAndMap(String root, String source, String url) {
    assertEquals(url, Maps.valid(map(root, source)).sourceUrl(0));
  }

  @Test
  void sourceThatIsNoUrlIsNullAndKeepsItsMappings() {
    Read read = tolerated(json(map("-", "http://[bad/a.js")));
    assertEquals(List.of(MapProblemKind.SOURCE_URL), kinds(read));
    assertNull(read.map().sourceUrl(0));
    assertEquals("0:0>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void sourceStaysAsWrittenIfBaseCannotResolveIt() {
    for (String script :
        List.of("data:application/json,x", "blob:https://h/7b0a", "c:\\app\\a.js")) {
      WebUrl base = Objects.requireNonNull(WebUrl.parse(script));
      SourceMapReading reading =
          SourceMapReader.read(json(map("r", "../a.js")), ReadOptions.lenient(base), plenty());
      assertEquals("r/../a.js", assertInstanceOf(Read.class, reading).map().sourceUrl(0));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-, src/a.js, src/a.js",
    "r, src/a.js, r/src/a.js",
    "/, /a.js,    /a.js",
    "http://h/r, a.js, http://h/r/a.js",
    "-, webpack:///./a.js, webpack:///./a.js",
  })
  void relativeSourceStaysRelativeWithoutBase(String root, String source, String url) {
    SourceMapReading reading =
        SourceMapReader.read(json(map(root, source)), ReadOptions.strict(null), plenty());
    assertEquals(url, assertInstanceOf(Read.class, reading).map().sourceUrl(0));
  }

  /** Returns a map with one source; a root of {@code -} stands for none. */
  private static String map(String root, String source) {
    String member = root.equals("-") ? "" : "'sourceRoot':'" + root + "',";
    return "{'version':3," + member + "'sources':['" + source + "'],'mappings':'AAAA'}";
  }
}

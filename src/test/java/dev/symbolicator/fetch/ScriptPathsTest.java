package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.AllowedOrigins.ScriptPaths;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptPathsTest {
  private final ScriptPaths defaults = new ScriptPaths(TestConfig.of().scriptPaths());

  static Stream<String> scriptPaths() {
    return TestFetcher.words(
        """
        /app.js /a/b/app.min.js /app.mjs /app.cjs /app.jsx /app.ts /app.mts /app.tsx /App.vue
        /App.svelte /APP.JS /.js /page.html/x.js
        """);
  }

  @ParameterizedTest
  @MethodSource("scriptPaths")
  void pathOfAScriptMatches(String path) {
    assertTrue(defaults.contain(path));
  }

  static Stream<String> otherPaths() {
    return TestFetcher.words(
        """
        / /reset /index.html /app.js/ /app.js;v=1 /app.json /js /appjs /app.css /app%2Ejs
        /app.js.map
        """);
  }

  @ParameterizedTest
  @MethodSource("otherPaths")
  void otherPathDoesNotMatch(String path) {
    assertFalse(defaults.contain(path));
  }

  @Test
  void starMatchesAnyCharactersAnywhere() {
    ScriptPaths paths = new ScriptPaths(List.of("/assets/*", "/*/chunk-*.bundle", "exact"));
    assertTrue(paths.contain("/assets/"));
    assertTrue(paths.contain("/assets/a/b"));
    assertTrue(paths.contain("/x/y/chunk-1.bundle.bundle"));
    assertTrue(paths.contain("exact"));
    assertFalse(paths.contain("/asset"));
    assertFalse(paths.contain("/x/chunk-1.bundl"));
    assertFalse(paths.contain("/exact"));
  }

  @Test
  void hostilePathIsMatchedWithoutBacktracking() {
    ScriptPaths paths = new ScriptPaths(List.of("*a*a*a*a*a*a*b"));
    assertFalse(paths.contain("a".repeat(200_000)));
  }
}

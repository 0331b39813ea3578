package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the dialect in which an original source is scanned. */
class ScannedSourceTest {
  private static final String TYPED = "function f<T extends {}>(a: T): Array<T> { return [a]; }";

  private static List<String> functions(String text, String url) {
    Outline outline = ScannedSource.of(text, url, plenty()).outline();
    assertEquals(0, outline.doubts());
    List<String> functions = new ArrayList<>();
    for (int row = 0; row < outline.size(); row++) {
      int line = outline.lines().lineAt(outline.start(row));
      int column = outline.lines().columnAt(outline.start(row));
      functions.add(line + ":" + column + " " + outline.name(row, NameStyle.V8).text());
    }
    return functions;
  }

  @Test
  void endingOfPathDecidesDialect() {
    assertEquals(List.of("0:24 f"), functions(TYPED, "webpack://x/a.ts?1234"));
    assertEquals(List.of("0:24 f"), functions(TYPED, "https://x.test/A.MTS#x"));
    assertEquals(
        List.of("0:10 f"), functions("const f = () => <b>it's</b>;", "https://x.test/a.tsx"));
  }

  @Test
  void plainScriptsMayHoldTags() {
    assertEquals(List.of("0:10 f"), functions("const f = () => <b>it's</b>;", "a.js"));
    assertEquals(List.of("0:10 f"), functions("const f = () => a < b;", "a"));
  }

  @Test
  void flowTypesAreRead() {
    assertEquals(List.of("1:10 f"), functions("// @flow\nconst f = (a: ?string): b => a;", "a.js"));
  }

  @Test
  void typesOfResultsAreReadWithoutPragma() {
    String text = "function f(a): { b: string } { return a; }";
    Outline outline = ScannedSource.of(text, "a.js", plenty()).outline();
    assertEquals(text.lastIndexOf('{') + 1, outline.body(0));
    assertEquals(List.of("0:10 f"), functions(text, "a.js"));
  }

  @Test
  void onlyScriptsOfComponentAreRead() {
    String vue =
        "<template>\n  <p>it's</p>\n</template>\n<script setup lang=\"ts\">\n"
            + TYPED
            + "\n</script>\n<style>a { b: 'c }</style>";
    assertEquals(List.of("4:24 f"), functions(vue, "src/App.vue"));
  }

  @Test
  void scriptsOfComponentKeepTheirPlaces() {
    String svelte =
        "<script module>let f = () => 1;</script>\n<b/>\n<script>let g = () => 2;</script>";
    assertEquals(List.of("0:23 f", "2:16 g"), functions(svelte, "src/App.svelte"));
  }

  @Test
  void componentWithoutScriptElementIsReadAsScript() {
    assertEquals(List.of("0:10 f"), functions("const f = () => 1;", "src/App.vue?vue&type=script"));
  }

  @Test
  void manyScriptsWithoutEndAreReadInTime() {
    String text = "<script ".repeat(300_000);
    assertTrue(
        ScannedSource.of(text, "a.vue", plenty()).outline().size()
            >= 0); // Quadratic work would hang.
  }

  /** babel/babel#2386: React Native's sources, also where the pragma is missing. */
  @Test
  void flowTypesAreReadWithoutPragma() {
    assertEquals(
        List.of("0:20 pick", "1:20 "),
        functions(
            "export const pick = (props: Props): ?Item => {\n  return props.find((i: Item): boolean => i.ok);\n};",
            "a.js"));
    assertEquals(List.of("0:10 f"), functions("const f = (a) : ?(Item) => { return a; };", "a.js"));
    assertEquals(
        List.of("0:10 f"), functions("const f = (a: ?A): ?(B | List<B>) => { return a; };", "a"));
    assertEquals(
        List.of("0:10 f"),
        functions("const f = (g: (?A) => void, h: A => B): ?C => { g(h); };", "a.js"));
    assertEquals(List.of("0:10 f"), functions("const f = (c: A) => c ? (c: any) : c.d;", "a.js"));
  }

  private static @Nullable String url(String script, Allowance allowance) {
    byte[] bytes = script.replace("~", "\n").getBytes(StandardCharsets.UTF_8);
    SourceMappingComment found =
        SourceMappingComment.find(bytes, new ScriptComments(bytes, allowance));
    return found == null ? null : found.read().url();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      quoteCharacter = '^',
      value = {
        "f()~//# sourceMappingURL=a.map~f(), a.map",
        "größe(`x`)~//# sourceMappingURL=a.map~f(), a.map",
        "x=`~//# sourceMappingURL=${e}`;, none",
        "x=`~//# sourceMappingURL=b.map~`;, none",
        "//# sourceMappingURL=a.map~x=`~//# sourceMappingURL=b.map~`;, a.map",
        "x=`${e}~//# sourceMappingURL=b.map~${f}`, none",
        "x=`${e //# sourceMappingURL=a.map~}`, a.map",
        "/*~//# sourceMappingURL=b.map~*/f(), none",
        "/* x */ //# sourceMappingURL=a.map~f(), a.map",
        "x='\\~//# sourceMappingURL=b.map\\~';, none",
        "x=/[/]//# sourceMappingURL=b.map/;f(), none",
        "x=a/b//# sourceMappingURL=a.map~f(), a.map",
        "<!-- //# sourceMappingURL=b.map~f(), none",
        "x=`~//# sourceMappingURL=b.map~`;~//# sourceMappingURL=a.map, a.map",
      })
  void onlyRealCommentsCount(String script, @Nullable String url) {
    assertEquals(url, url(script, plenty()));
  }

  @Test
  void scriptThatIsNotUnderstoodOrTooLargeIsTakenByItsLook() {
    String template = "x=`~//# sourceMappingURL=b.map~`;";
    assertEquals("b.map", url(template + "}", plenty()));
    assertEquals("b.map", url(template, Allowances.of(100)));
  }
}

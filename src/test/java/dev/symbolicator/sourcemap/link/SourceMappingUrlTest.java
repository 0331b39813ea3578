package dev.symbolicator.sourcemap.link;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.symbolicator.sourcemap.link.DebugId.WordSearch;
import dev.symbolicator.sourcemap.link.SourceMappingComment.StandardUrlComment;
import dev.symbolicator.sourcemap.link.SourceMappingComment.V8UrlComment;
import dev.symbolicator.sourcemap.link.SourceMappingUrl.LinkPlace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SourceMappingUrlTest {

  private static final String S = "sourceMappingURL=";

  /**
   * Returns scripts, each with its URL by the standard's rule, and its URL by V8's rule as far as a
   * search without a parser can tell.
   */
  static Stream<Arguments> comments() {
    return Stream.of(
        // Both agree.
        arguments("f();\n//# " + S + "a.map", "a.map", "a.map"),
        arguments("f();\n//@ " + S + "a.map\n", "a.map", "a.map"),
        arguments("//# " + S + "a.map", "a.map", "a.map"),
        arguments("f();\n \t//# " + S + "a.map  \t", "a.map", "a.map"),
        arguments("f();\r\n//# " + S + "a.map\r\n\r\n", "a.map", "a.map"),
        arguments("f();\r//# " + S + "a.map\r", "a.map", "a.map"),
        arguments("f();\u2028//# " + S + "a.map\u2029 \u2028", "a.map", "a.map"),
        arguments("\u00A0\u2003\uFEFF//# " + S + "a.map\u00A0\u2003\uFEFF", "a.map", "a.map"),
        arguments("//#\u3000" + S + "a.map", "a.map", "a.map"),
        arguments("//#\u00A0" + S + "a.map", "a.map", "a.map"),
        arguments("//# " + S + "a.map\n//# sourceURL=x.js\n// end", "a.map", "a.map"),
        arguments("//# " + S + "a.map\n//# " + S + "b.map", "b.map", "b.map"),
        arguments(
            "//# " + S + "\u00e9/\uD83D\uDE00.map",
            "\u00e9/\uD83D\uDE00.map",
            "\u00e9/\uD83D\uDE00.map"),
        arguments(
            "//# " + S + "data:application/json;base64,e30=",
            "data:application/json;base64,e30=",
            "data:application/json;base64,e30="),
        arguments("//# " + S + "a.map?x=1&y=%20#z", "a.map?x=1&y=%20#z", "a.map?x=1&y=%20#z"),
        arguments("//# " + S, "", ""),
        arguments("//# " + S + " \t", "", ""),
        arguments("f();\n//# " + S + "a.map\n//# " + S, "", ""),
        arguments("", null, null),
        arguments("f();\n", null, null),
        arguments("// " + S + "a.map", null, null),
        arguments("//# SourceMappingURL=a.map", null, null),
        arguments("//# sourceMappingURL: a.map", null, null),
        arguments("//# x" + S + "a.map", null, null),
        arguments("/ /# " + S + "a.map", null, null),
        arguments("/*# " + S + "a.map */", null, null),
        arguments("//* # " + S + "a.map", null, null),
        arguments("//# sourceMappingURL =a.map", null, null),
        // White space before the word: any amount in the standard, exactly one character in V8.
        // Behind the equals sign: none in the standard, any amount in V8.
        arguments("//#" + S + "a.map", "a.map", null),
        arguments("//#  " + S + "a.map", "a.map", null),
        arguments("//#\t \f" + S + "a.map", "a.map", null),
        arguments("//# " + S + " a.map", null, "a.map"),
        arguments("//# " + S + "\t\u00A0 a.map ", null, "a.map"),
        // Text behind the URL: no match in the standard, an empty URL in V8.
        arguments("//# " + S + "a.map b", null, ""),
        arguments("//# " + S + "a.map\n//# " + S + "b.map c", "a.map", ""),
        // Code behind the comment, before it, or both.
        arguments("//# " + S + "a.map\nf();", null, "a.map"),
        arguments("f(); //# " + S + "a.map", null, "a.map"),
        arguments("f(); //# " + S + "a.map\ng();", null, "a.map"),
        arguments("//# " + S + "a.map\n/* end */", null, "a.map"),
        arguments("//# " + S + "a.map\n</script>", null, "a.map"),
        arguments("//# " + S + "a.map\ng(); //# " + S + "b.map\nh();", null, "b.map"),
        // Quotes and ends of block comments.
        arguments("//# " + S + "a'b.map", null, "a'b.map"),
        arguments(
            "//# " + S + "data:application/json,{\"version\":3}",
            null,
            "data:application/json,{\"version\":3}"),
        arguments("//# " + S + "a*/b.map", null, "a*/b.map"),
        arguments("//# " + S + "a.map\n// don't", null, "a.map"),
        // Texts that only look like comments, as far as a search without a parser can tell.
        arguments("f(\"//# " + S + "a.map\");", null, null),
        arguments("f('//# " + S + "a.map')", null, null),
        arguments("x = `\n  ${y}//# " + S + "`;", null, null),
        arguments("f(\"//# " + S + "\" + url);", null, null),
        arguments("//# " + S + "a.map\nf(\"//# " + S + "b.map\");", null, "a.map"),
        arguments("// see //# " + S + "a.map", null, null),
        arguments("//# " + S + "a.map\n// see //# " + S + "b.map", "a.map", "a.map"),
        arguments("//# " + S + "a.map //# " + S + "b.map", null, null));
  }

  @ParameterizedTest
  @MethodSource("comments")
  void standardRuleFindsComment(String script, String standard, String v8) {
    assertEquals(standard, url(StandardUrlComment.find(utf8(script))));
  }

  @ParameterizedTest
  @MethodSource("comments")
  void v8RuleFindsComment(String script, String standard, String v8) {
    assertEquals(v8, url(V8UrlComment.find(utf8(script), comment -> true)));
  }

  private static @Nullable String url(@Nullable SourceMappingComment comment) {
    return comment == null ? null : comment.read().url();
  }

  @ParameterizedTest
  @MethodSource("comments")
  void v8RuleIsUsedIfStandardRuleFindsNoComment(String script, String standard, String v8) {
    String url = standard != null ? standard : v8;
    LinkPlace place = standard != null ? LinkPlace.COMMENT : LinkPlace.V8_COMMENT;
    SourceMappingUrl expected =
        url == null || url.isEmpty() ? null : new SourceMappingUrl(url, place);
    assertEquals(expected, SourceMappingUrl.find(null, null, utf8(script)));
  }

  @Test
  void headerWinsOverTheComment() {
    String script = "//# " + S + "comment.map";
    assertEquals(
        new SourceMappingUrl("new.map", LinkPlace.HEADER),
        SourceMappingUrl.find(" new.map ", "old.map", utf8(script)));
    assertEquals(
        new SourceMappingUrl("old.map", LinkPlace.DEPRECATED_HEADER),
        SourceMappingUrl.find(null, "old.map", utf8(script)));
  }

  @Test
  void blankHeaderCountsAsNone() {
    assertEquals(
        new SourceMappingUrl("old.map", LinkPlace.DEPRECATED_HEADER),
        SourceMappingUrl.find(" ", "old.map", utf8("")));
    assertEquals(
        new SourceMappingUrl("comment.map", LinkPlace.COMMENT),
        SourceMappingUrl.find("", "\t", utf8("//# " + S + "comment.map")));
    assertNull(SourceMappingUrl.find("", "", utf8("")));
  }

  @Test
  void invalidUtf8IsNeitherWhiteSpaceNorLineEnd() {
    byte[] script = utf8("//# " + S + "a.map\n?");
    for (int b = 0x80; b <= 0xFF; b++) {
      script[script.length - 1] = (byte) b;
      assertNull(StandardUrlComment.find(script));
      assertEquals("a.map", url(V8UrlComment.find(script, comment -> true)));
    }
  }

  @Test
  void longScriptsAreSearchedInLinearTime() {
    int size = 10_000_000;
    String[] scripts = {
      "a".repeat(size),
      "a".repeat(size) + "\n//# " + S + "a.map",
      "//# " + S + "a".repeat(size),
      "s".repeat(size),
      S.repeat(size / S.length()),
      ("//# " + S).repeat(size / 21),
      ("'//# " + S + "' ").repeat(size / 24),
      ("'//# " + S + "'\n").repeat(size / 24),
      "// \n".repeat(size / 4),
      " ".repeat(size),
      "\u2028".repeat(size / 3),
      "//# " + S + "a " + " ".repeat(size) + "b",
    };
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (String script : scripts) {
            SourceMappingUrl.find(null, null, utf8(script));
          }
        });
  }

  private static byte[] utf8(String script) {
    return script.getBytes(StandardCharsets.UTF_8);
  }

  @Property
  void findsWhatStringsFind(
      @ForAll @Chars({'a', 'b', '\u00ff'}) @StringLength(max = 40) String text,
      @ForAll @Chars({'a', 'b'}) @StringLength(min = 1, max = 5) String word,
      @ForAll @IntRange(max = 42) int from) {
    assertEquals(
        text.indexOf(word, from), new WordSearch(word).find(text.getBytes(ISO_8859_1), from));
  }

  @Test
  void findsWordsAtBothEnds() {
    byte[] text = "\"debugId\": \"debugId\"".getBytes(ISO_8859_1);
    WordSearch word = new WordSearch("\"debugId\"");
    assertEquals(0, word.find(text, 0));
    assertEquals(text.length - word.length(), word.find(text, 1));
    assertEquals(-1, word.find(text, text.length));
  }
}

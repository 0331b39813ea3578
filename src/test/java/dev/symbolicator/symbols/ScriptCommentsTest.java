package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptCommentsTest {

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

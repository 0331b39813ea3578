package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.memory.Longs;

/** Tries the inputs in the test resources, and with {@code JAZZER_FUZZ=1} looks for new inputs. */
class ComponentFileFuzzTest {
  private static final String[] URLS = {"A.vue", "A.svelte", "A.astro", "a.html", "a.riot"};

  @FuzzTest(maxDuration = "10m")
  void anyComponentIsReadAtItsPlaces(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    for (String url : URLS) {
      check(text, ComponentFile.of(url, text, true).text());
      check(text, ComponentFile.of(url, text, false).text());
      Outline outline = ScannedSource.of(text, url, plenty()).outline();
      for (int row = 0; row < outline.size(); row++) {
        assertTrue(outline.start(row) < text.length());
      }
    }
    checkTemplates(text);
  }

  /** Functions must be found at their own lines and columns. */
  private static void check(String text, String scanned) {
    assertEquals(text.length(), scanned.length());
    for (int i = 0; i < text.length(); i++) {
      assertTrue(text.charAt(i) != '\n' || scanned.charAt(i) == '\n', "a line end is lost");
    }
  }

  private static void checkTemplates(String text) {
    Lines lines = Outline.of(text, Dialect.TYPESCRIPT, plenty()).lines();
    Longs templates = ComponentFile.templates(text, lines, plenty());
    assertEquals(0, templates.size() % 2);
    for (int i = 1; i < templates.size(); i++) {
      assertTrue(templates.get(i - 1) <= templates.get(i));
    }
  }
}

package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for the quotes that end strings. */
class ClosingQuoteTest {

  /**
   * A word-wise search could take these bytes for quotes, where they are next to a quote or receive
   * a borrow.
   */
  @ParameterizedTest
  @ValueSource(strings = {"#", "!", "\u00a2", "\u0000", "x"})
  void quoteIsFoundAtEveryOffsetAmongLookalikes(String filler) {
    for (int before = 0; before < 80; before++) {
      byte[] text = bytes(filler.repeat(before) + '"' + filler.repeat(40) + '"');
      int quote = bytes(filler.repeat(before)).length;
      assertEquals(quote, closing(text, 0));
      assertEquals(text.length - 1, closing(text, quote + 1));
    }
  }

  @Test
  void quoteBehindAnOddNumberOfBackslashesIsEscaped() {
    for (int before = 0; before < 40; before++) {
      for (int backslashes = 0; backslashes < 40; backslashes++) {
        String text = "x".repeat(before) + "\\".repeat(backslashes) + "\"y\"";
        int first = before + backslashes;
        assertEquals(backslashes % 2 == 0 ? first : first + 2, closing(bytes(text), 0));
      }
    }
  }

  @Test
  void backslashesBeforeTheContentDoNotCount() {
    assertEquals(2, closing(bytes("\\\\\""), 1 + 1));
    assertEquals(1, closing(bytes("\\\""), 1));
  }

  @Test
  void stringWithoutClosingQuoteHasNone() {
    assertEquals(-1, closing(bytes(""), 0));
    assertEquals(-1, closing(bytes("x".repeat(100)), 0));
    assertEquals(-1, closing(bytes("x".repeat(100) + "\\\""), 0));
  }

  private static int closing(byte[] text, int content) {
    return JsonString.closing(text, content, text.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

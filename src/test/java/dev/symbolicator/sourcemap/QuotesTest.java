package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.sourcemap.JsonStrings.Quotes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotesTest {

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
      assertEquals(quote, Quotes.closing(text, 0));
      assertEquals(text.length - 1, Quotes.closing(text, quote + 1));
    }
  }

  @Test
  void quoteBehindAnOddNumberOfBackslashesIsEscaped() {
    for (int before = 0; before < 40; before++) {
      for (int backslashes = 0; backslashes < 40; backslashes++) {
        String text = "x".repeat(before) + "\\".repeat(backslashes) + "\"y\"";
        int first = before + backslashes;
        assertEquals(backslashes % 2 == 0 ? first : first + 2, Quotes.closing(bytes(text), 0));
      }
    }
  }

  @Test
  void backslashesBeforeTheContentDoNotCount() {
    assertEquals(2, Quotes.closing(bytes("\\\\\""), 1 + 1));
    assertEquals(1, Quotes.closing(bytes("\\\""), 1));
  }

  @Test
  void stringWithoutClosingQuoteHasNone() {
    assertEquals(-1, Quotes.closing(bytes(""), 0));
    assertEquals(-1, Quotes.closing(bytes("x".repeat(100)), 0));
    assertEquals(-1, Quotes.closing(bytes("x".repeat(100) + "\\\""), 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "\\", "\u0000", "\n", "\u001f"})
  void stringIsPlainUpToQuoteBackslashOrControlCharacter(String special) {
    for (String filler : new String[] {"#", "!", " ", "]", "[", "\u00a2", "\u00dc", "\u0080"}) {
      for (int before = 0; before < 40; before++) {
        String text = filler.repeat(before) + special + filler.repeat(before % 11) + special;
        assertEquals(before, Quotes.plainEnd(bytes(text), 0));
        assertEquals(text.length() - 1, Quotes.plainEnd(bytes(text), before + 1));
        assertEquals(before, Quotes.plainEnd(bytes(filler.repeat(before)), 0));
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

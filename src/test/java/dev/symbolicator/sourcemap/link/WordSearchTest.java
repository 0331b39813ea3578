package dev.symbolicator.sourcemap.link;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.sourcemap.link.DebugId.WordSearch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/**
 * Compares the search with that of the JDK's strings, in texts where words begin again and again.
 */
class WordSearchTest {

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

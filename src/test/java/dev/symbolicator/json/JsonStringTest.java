package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decodes the contents of strings. */
class JsonStringTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Texts in which marks stand at all distances from each other. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Character> plain = Arbitraries.chars().range('a', 'z');
    Arbitrary<Character> narrow = Arbitraries.chars().range((char) 0, '\u00FF');
    Arbitrary<Character> marks = Arbitraries.chars().with("\\\"/\n\t\u0080\u00C0\u00FF");
    Arbitrary<Character> wide = Arbitraries.chars().with("\u0100\u2026");
    return Arbitraries.frequencyOf(
            Tuple.of(60, plain), Tuple.of(10, narrow), Tuple.of(20, marks), Tuple.of(1, wide))
        .list()
        .ofMaxSize(60)
        .map(
            characters -> {
              StringBuilder text = new StringBuilder();
              characters.forEach(text::append);
              return text.toString();
            });
  }

  @Property
  void textsAreDecodedAsJacksonWroteThem(@ForAll("texts") String text)
      throws JsonProcessingException {
    byte[] json = JSON.writeValueAsBytes(text);
    assertEquals(text, JsonString.decode(json, 1, json.length - 1));
  }

  /** Each text ends within an escape or a sequence, or has an invalid one. */
  @ParameterizedTest
  @CsvSource({
    "12345678\\, 12345678\uFFFD",
    "1234567\u00C2, 1234567\uFFFD",
    "\\u0041, A",
    "\\x, \uFFFDx",
    "\u00C2\u00C2, \uFFFD\uFFFD",
    "\u0080, \uFFFD"
  })
  void invalidBytesBecomeReplacements(String latin1, String text) {
    byte[] bytes = (latin1 + "n").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(text, JsonString.decode(bytes, 0, latin1.length()));
  }
}

package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.sourcemap.JsonStrings.NarrowStrings;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NarrowStringsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SIMPLE_CONTROLS = "\b\f\n\r\t";

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
  void narrowTextsAreDecodedAsJacksonWroteThem(@ForAll("texts") String text)
      throws JsonProcessingException {
    byte[] json = JSON.writeValueAsBytes(text);
    boolean isNarrow =
        text.chars().allMatch(c -> c < 0x100 && (c >= ' ' || SIMPLE_CONTROLS.indexOf(c) >= 0));
    assertEquals(isNarrow, NarrowStrings.isNarrow(json, 1, json.length - 1));
    assertEquals(isNarrow ? text : null, NarrowStrings.decode(json, 1, json.length - 1));
    assertEquals(text, JsonStrings.decode(json, 1, json.length - 1));
  }

  /** Each text ends within an escape or a sequence, or has an invalid one. */
  @ParameterizedTest
  @ValueSource(
      strings = {"12345678\\", "1234567\u00C2", "\\u0041", "\\x", "\u00C2\u00C2", "\u0080"})
  void doubtfulTextsAreNotDecoded(String latin1) {
    byte[] bytes = (latin1 + "n").getBytes(StandardCharsets.ISO_8859_1);
    int end = latin1.length();
    assertEquals(false, NarrowStrings.isNarrow(bytes, 0, end));
    assertNull(NarrowStrings.decode(bytes, 0, end));
  }
}

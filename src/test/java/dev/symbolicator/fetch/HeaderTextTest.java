package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.OriginHeaders.HeaderText;
import io.vertx.core.http.HttpHeaders;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.NotEmpty;

class HeaderTextTest {
  /** The client's own checks would throw if these were weaker. */
  @Property
  void acceptedNameOrValueIsAcceptedByTheClientToo(
      @ForAll @NotEmpty @CharRange(from = 0, to = 300) String text) {
    if (HeaderText.isName(text)) {
      assertEquals("x", HttpHeaders.headers().add(text, "x").get(text));
    }
    if (HeaderText.isValue(text)) {
      assertEquals(text, HttpHeaders.headers().add("x", text).get("x"));
    }
  }

  @Property
  void textWithALineBreakOrNulIsNeitherNameNorValue(@ForAll String before, @ForAll String after) {
    for (String lineBreak : new String[] {"\r", "\n", "\r\n", "\u0000"}) {
      assertFalse(HeaderText.isName(before + lineBreak + after));
      assertFalse(HeaderText.isValue(before + lineBreak + after));
    }
  }

  @Example
  void ordinaryNamesAndValuesAreAccepted() {
    assertTrue(HeaderText.isName("X-Api-Key"));
    assertTrue(HeaderText.isValue("Bearer abc\tdef=="));
    assertTrue(HeaderText.isValue("W/\"1-a\""));
    assertFalse(HeaderText.isValue(""));
  }
}

package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LinesTest {

  private static Lines lines(String text) {
    return Lines.of(text, text.toCharArray(), plenty());
  }

  @Test
  void everyLineEndOfEcmaScriptEndsALine() {
    Lines lines = lines("a\nb\rc\r\nd\u2028e\u2029f");
    assertEquals(6, lines.count());
    assertEquals(2, lines.lineAt(4));
    assertEquals(7, lines.offset(3, 0));
    assertEquals(1, lines.length(2));
  }

  @Test
  void otherControlCharactersEndNoLine() {
    assertEquals(1, lines("a\u000bb\u000cc\u0085d").count());
  }

  @Test
  void byteOrderMarkIsNoColumn() {
    Lines lines = lines("\ufeffab\nc");
    assertEquals(1, lines.offset(0, 0));
    assertEquals(0, lines.columnAt(1));
    assertEquals(2, lines.length(0));
  }

  @Test
  void lastColumnIsAfterTheLastCharacter() {
    Lines lines = lines("ab\n");
    assertEquals(2, lines.offset(0, 2));
    assertEquals(-1, lines.offset(0, 3));
    assertEquals(3, lines.offset(1, 0));
    assertEquals(-1, lines.offset(1, 1));
    assertEquals(-1, lines.offset(2, 0));
    assertEquals(-1, lines.offset(-1, 0));
  }

  @Test
  void emptyTextHasOneLine() {
    Lines lines = lines("");
    assertEquals(1, lines.count());
    assertEquals(0, lines.offset(0, 0));
    assertEquals(0, lines.length(0));
  }
}

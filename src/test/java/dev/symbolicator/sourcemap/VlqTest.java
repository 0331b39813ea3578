package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VlqTest {

  private static final int NONE = Integer.MIN_VALUE;

  @Test
  void writtenNumberIsReadBack() {
    byte[] text = new byte[Vlq.MAX_LENGTH + 1];
    for (int bits = 0; bits < 31; bits++) {
      for (int number : new int[] {1 << bits, (1 << bits) - 1, -(1 << bits), 1 - (1 << bits)}) {
        int end = Vlq.write(number, text, 0);
        text[end] = '"';
        assertEquals(end, Vlq.length(text, 0));
        assertEquals(number, Vlq.number(text, 0, end));
        assertTrue(Vlq.beginsNumber(text[0]));
      }
    }
    assertEquals(Vlq.MAX_LENGTH, Vlq.write(Integer.MAX_VALUE, text, 0));
    assertEquals(Integer.MAX_VALUE, Vlq.number(text, 0, Vlq.MAX_LENGTH));
    assertEquals(Vlq.MAX_LENGTH, Vlq.write(-Integer.MAX_VALUE, text, 0));
    assertEquals(-Integer.MAX_VALUE, Vlq.number(text, 0, Vlq.MAX_LENGTH));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"B", "hA", "hgA", "hggggggA", "!", "g!", "gg!", "ggggggE", "gggggggA", "\u00e9"})
  void unusualOrInvalidNumberIsNotReadFast(String written) {
    byte[] text = (written + "\",,").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(NONE, Vlq.number(text, 0, Vlq.length(text, 0)));
  }

  @Test
  void separatorsBeginNoNumber() {
    for (byte b : new byte[] {',', ';', '"', '\\', '=', -1}) {
      assertFalse(Vlq.beginsNumber(b));
    }
  }
}

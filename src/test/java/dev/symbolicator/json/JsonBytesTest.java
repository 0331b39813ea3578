package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonBytesTest {
  private static final byte[] LIKELY = {
    '"', '\\', ' ' - 1, ' ', '/', '0', '9', ':', 'x', -1, 0, '\n'
  };

  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  @Test
  void firstSpecialByteAndLeadingDigitsAreThoseOfEachByteAlone() {
    Random random = new Random(1);
    byte[] bytes = new byte[Long.BYTES];
    for (int round = 0; round < 200_000; round++) {
      for (int i = 0; i < bytes.length; i++) {
        int kind = random.nextInt(4);
        bytes[i] =
            kind == 0
                ? (byte) random.nextInt()
                : kind == 1
                    ? LIKELY[random.nextInt(LIKELY.length)]
                    : (byte) ('0' + random.nextInt(10));
      }
      int plain = 0;
      while (plain < bytes.length && isPlain(bytes[plain])) {
        plain++;
      }
      int digits = 0;
      while (digits < bytes.length && isDigit(bytes[digits])) {
        digits++;
      }
      long eight = EightBytes.at(bytes, 0);
      assertEquals(plain, EightBytes.first(JsonBytes.special(eight)));
      assertEquals(digits, JsonBytes.leadingDigits(eight));
      if (digits > 0) {
        String spelled = new String(bytes, 0, digits, StandardCharsets.US_ASCII);
        assertEquals(Integer.parseInt(spelled), JsonBytes.integer(eight, digits));
      }
    }
  }
}

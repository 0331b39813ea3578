package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EightBytesTest {
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
                : kind == 1 ? LIKELY[random.nextInt(LIKELY.length)] : (byte) ('0' + i);
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
      assertEquals(plain, EightBytes.first(EightBytes.special(eight)));
      assertEquals(digits, EightBytes.leadingDigits(eight));
    }
  }

  @Test
  void byteIsFoundAtEachOffsetAndOnlyBeforeTheEnd() {
    for (int length = 0; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) ('\n' + 1));
        bytes[at] = '\n';
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, 0, length));
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, at, length));
        assertEquals(length, EightBytes.indexOf((byte) '\n', bytes, at + 1, length));
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, 0, at));
      }
    }
  }
}

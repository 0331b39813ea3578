package dev.symbolicator.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EightBytesTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF};

  @Test
  void firstByteIsTheLowest() {
    assertEquals(0x0807_0605_0403_0201L, EightBytes.at(BYTES, 0));
    assertEquals(0xFF08_0706_0504_0302L, EightBytes.at(BYTES, 1));
  }

  @Test
  void writtenBytesAreReadAgain() {
    byte[] copy = new byte[BYTES.length];
    EightBytes.put(copy, 1, EightBytes.at(BYTES, 1));
    assertArrayEquals(new byte[] {0, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF}, copy);
  }

  /** Neighbours that differ by one are those that a borrow would mark. */
  @Test
  void firstEqualByteIsFoundAtEachPlaceForEachPairOfValues() {
    for (int value = 0; value < 256; value++) {
      for (int other = 0; other < 256; other++) {
        for (int place = 0; place < Long.BYTES; place++) {
          long mask = 0xFFL << (8 * place);
          long eight = (EightBytes.all(other) & ~mask) | (EightBytes.all(value) & mask);
          int expected = value == other ? 0 : place;
          assertEquals(expected, EightBytes.first(EightBytes.equal(eight, EightBytes.all(value))));
        }
      }
    }
  }

  @Test
  void noMarkIsBehindTheLastByte() {
    assertEquals(8, EightBytes.first(EightBytes.equal(EightBytes.all('a'), EightBytes.all('b'))));
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

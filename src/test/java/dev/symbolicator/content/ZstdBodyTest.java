package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdBodyTest {
  private static final int MEBIBYTE = 1 << 20;

  private final ByteBudget budget = new ByteBudget(200 * MEBIBYTE);
  private final ByteBudget.Lease lease = budget.open();
  private long expectedHeld;

  @AfterEach
  void onlyTheResultStaysCharged() {
    lease.shrinkTo(expectedHeld); // as the caller does
    assertEquals(expectedHeld, budget.used());
  }

  private byte[] decoded(byte[] body, long maxBytes) {
    Decoding decoding = ZstdBody.inflate(body, maxBytes, lease);
    byte[] bytes = assertInstanceOf(Decoding.Decoded.class, decoding).bytes();
    expectedHeld = bytes.length;
    return bytes;
  }

  /** The library's stream moves the window for each of these blocks, which takes minutes. */
  @Test
  void tinyBlocksBehindFullWindowTakeLinearTime() {
    int blocks = 1_000_000;
    ZstdFrame frame = new ZstdFrame().window(13, 0).zeros(8 * MEBIBYTE);
    for (int i = 0; i < blocks; i++) {
      frame.block(0, 1, 1);
    }
    byte[] body = frame.end();
    byte[] content =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> decoded(body, 32 * MEBIBYTE));
    assertEquals(8 * MEBIBYTE + blocks, content.length);
  }

  /** The first attempt has room for a mebibyte, the next for four times as much. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        MEBIBYTE - 1,
        MEBIBYTE,
        MEBIBYTE + 1,
        4 * MEBIBYTE,
        4 * MEBIBYTE + 1,
        16 * MEBIBYTE + 1,
        30 * MEBIBYTE
      })
  void contentOfAnyLengthFindsRoom(int length) {
    byte[] content = new byte[length];
    Arrays.fill(content, (byte) 7);
    content[length - 1] = 1;
    byte[] body = Encode.zstd(content);
    assertArrayEquals(content, decoded(body, 32 * MEBIBYTE));
  }

  @Test
  void statedLengthBoundsTheRoom() {
    byte[] body = new ZstdFrame().window(13, 0).size(2, 300).zeros(300).end();
    ByteBudget small = new ByteBudget(ZstdBody.memory(300).bytes() + 300);
    Decoding decoding = ZstdBody.inflate(body, MEBIBYTE, small.open());
    assertEquals(300, assertInstanceOf(Decoding.Decoded.class, decoding).bytes().length);
  }

  @Test
  void contentLongerThanStatedIsCorrupt() {
    byte[] body = new ZstdFrame().window(13, 0).size(2, 300).zeros(301).end();
    assertInstanceOf(Decoding.Corrupt.class, ZstdBody.inflate(body, MEBIBYTE, lease));
  }

  @Test
  void damagedBodyIsTooLargeOnlyIfItsHeadersAllowMore() {
    byte[] body = new ZstdFrame().window(13, 0).zeros(1000).checksum().end(); // which is wrong
    assertInstanceOf(Decoding.Corrupt.class, ZstdBody.inflate(body, 1000, lease));
    assertEquals(new Decoding.TooLarge(999), ZstdBody.inflate(body, 999, lease));
  }

  @Test
  void emptyFramesAreDecodedAsEmpty() {
    byte[] empty = new ZstdFrame().window(0, 0).zeros(0).end();
    assertEquals(0, decoded(ZstdFrame.concat(empty, empty), MEBIBYTE).length);
  }

  @Test
  void wrongChecksumOfEmptyFrameIsCorrupt() {
    byte[] body = new ZstdFrame().window(0, 0).zeros(0).checksum().end();
    assertInstanceOf(Decoding.Corrupt.class, ZstdBody.inflate(body, MEBIBYTE, lease));
  }
}

package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.testing.Encode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ZstdStreamTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int LARGEST_BLOCK = 128 << 10;

  static {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  private final List<Long> taken = new ArrayList<>();
  private long held;

  private byte[] decoded(byte[] body) throws IOException {
    try (InputStream content =
        new ZstdStream(
            new ByteArrayInputStream(body),
            (bytes, largest) -> {
              taken.add(largest);
              held += bytes;
              return () -> held -= bytes;
            })) {
      return content.readAllBytes();
    } finally {
      assertEquals(0, held, "all memory is given back");
    }
  }

  private void assertDamaged(byte[] body) {
    assertThrows(IOException.class, () -> decoded(body));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1024", "0, 7, 1920", "10, 0, 1048576", "12, 7, 7864320", "13, 0, 8388608"})
  void windowOfUpTo8MebibytesIsAllowedAndCharged(int exponent, int mantissa, long window)
      throws IOException {
    int block = (int) Math.min(window, LARGEST_BLOCK); // section 3.1.1.2.4
    byte[] frame = new ZstdFrame().window(exponent, mantissa).blocks(MEBIBYTE, block).end();
    assertEquals(MEBIBYTE, decoded(frame).length);
    assertEquals(List.of(window), taken);
  }

  @ParameterizedTest
  @CsvSource({"1, 255", "2, 256", "2, 65791", "4, 8388608", "8, 8388608"})
  void segmentOfUpTo8MebibytesIsAllowedAndCharged(int sizeBytes, long size) throws IOException {
    byte[] frame = new ZstdFrame().size(sizeBytes, size).zeros((int) size).end();
    assertEquals(size, decoded(frame).length);
    assertEquals(List.of(size), taken);
  }

  @Test
  void largestWindowOfAllFramesIsCharged() throws IOException {
    byte[] small = new ZstdFrame().window(0, 0).blocks(5_000, 1 << 10).end();
    byte[] large = new ZstdFrame().window(9, 0).zeros(MEBIBYTE).end();
    byte[] body = ZstdFrame.concat(ZstdFrame.concat(small, large), small);
    assertEquals(10_000 + MEBIBYTE, decoded(body).length);
    assertEquals(List.of(1L << 10, 1L << 19), taken);
  }

  static List<byte[]> bombs() {
    int blocks = 40 * MEBIBYTE;
    return List.of(
        new ZstdFrame().window(13, 1).zeros(blocks).end(),
        new ZstdFrame().window(31, 7).zeros(blocks).end(),
        new ZstdFrame().size(4, 8 * MEBIBYTE + 1).zeros(blocks).end(),
        new ZstdFrame().size(4, 0xffff_ffffL).zeros(blocks).end(),
        new ZstdFrame().size(8, -1).zeros(blocks).end(),
        new ZstdFrame().window(13, 0).block(1, LARGEST_BLOCK + 1, 1).end(),
        new ZstdFrame().window(13, 0).block(1, (1 << 21) - 1, 1).end(),
        new ZstdFrame().window(13, 0).block(2, LARGEST_BLOCK + 1, LARGEST_BLOCK + 1).end(),
        new ZstdFrame().window(13, 0).block(3, 1, 1).end(),
        ZstdFrame.concat(
            new ZstdFrame().window(0, 0).zeros(1).end(),
            new ZstdFrame().window(30, 0).zeros(blocks).end()));
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void windowOrBlockLargerThanAllowedIsDamaged(byte[] bomb) {
    assertDamaged(bomb);
  }

  /** A decoder that moves its window for each of these blocks takes minutes. */
  @Test
  void tinyBlocksBehindFullWindowTakeLinearTime() {
    int blocks = 1_000_000;
    ZstdFrame frame = new ZstdFrame().window(13, 0).zeros(8 * MEBIBYTE);
    for (int i = 0; i < blocks; i++) {
      frame.block(0, 1, 1);
    }
    byte[] body = frame.end();
    byte[] content = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> decoded(body));
    assertEquals(8 * MEBIBYTE + blocks, content.length);
  }

  @Test
  void contentOfAnotherLengthThanStatedIsDamaged() {
    assertDamaged(new ZstdFrame().window(13, 0).size(2, 300).zeros(301).end());
    assertDamaged(new ZstdFrame().window(13, 0).size(2, 300).zeros(299).end());
  }

  @Test
  void wrongChecksumIsDamaged() {
    assertDamaged(new ZstdFrame().window(13, 0).zeros(1000).checksum().end());
    assertDamaged(new ZstdFrame().window(0, 0).zeros(0).checksum().end());
  }

  @Test
  void emptyFramesAreEmpty() throws IOException {
    byte[] empty = new ZstdFrame().window(0, 0).zeros(0).end();
    assertEquals(0, decoded(ZstdFrame.concat(empty, empty)).length);
  }

  /** The library's own stream takes the end of the first frame for the end of the content. */
  @Test
  void furtherFrameThatIsCutOffIsDamaged() {
    byte[] frame = Encode.zstd(ZstdFrame.noise(1_000));
    byte[] two = ZstdFrame.concat(frame, frame);
    for (int length = frame.length + 1; length < two.length; length++) {
      assertDamaged(Arrays.copyOf(two, length));
    }
  }

  /** A frame with the length of its content. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(byte[] bytes, int content) {}

  @Provide
  Arbitrary<Frame> frames() {
    return Combinators.combine(
            Arbitraries.integers().between(-1, 13),
            Arbitraries.integers().between(0, 7),
            Arbitraries.of(0, 1, 2, 4, 8),
            Arbitraries.integers().between(1, 400_000),
            Arbitraries.of(0, 1, 2, 4))
        .as(ZstdStreamTest::frame);
  }

  private static Frame frame(
      int exponent, int mantissa, int sizeBytes, int length, int dictionary) {
    boolean single = exponent < 0;
    int bytes = single ? Math.max(1, sizeBytes) : sizeBytes == 1 ? 0 : sizeBytes;
    int content = bytes == 1 ? length % 256 : bytes == 2 ? 256 + length % 65_536 : length;
    ZstdFrame frame = new ZstdFrame().size(bytes, content).dictionary(dictionary);
    frame.blocks(content, single ? LARGEST_BLOCK : 1 << Math.min(10 + exponent, 17));
    if (!single) {
      frame.window(exponent, exponent == 13 ? 0 : mantissa);
    }
    return new Frame(frame.end(), content);
  }

  @Property(tries = 200)
  void framesOfEveryHeaderAreJoined(
      @ForAll @Size(min = 1, max = 3) List<@From("frames") Frame> frames) throws IOException {
    byte[] body = new byte[0];
    int sum = 0;
    for (Frame frame : frames) {
      body = ZstdFrame.concat(body, frame.bytes());
      sum += frame.content();
    }
    assertArrayEquals(new byte[sum], decoded(body));
    byte[] first = frames.get(0).bytes();
    for (int length = 0; length < first.length; length++) {
      assertDamaged(Arrays.copyOf(first, length));
    }
  }
}

package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Headers of any body are read without an exception, and headers of valid frames correctly. */
class ZstdFramesFuzzTest {
  private static final int LARGEST_BLOCK = 128 << 10;

  private static void readWithinLimits(byte[] body) {
    long most = ZstdFrames.mostBytes(body);
    assertTrue(most >= -1 && most <= (long) LARGEST_BLOCK * body.length);
    DecoderMemory memory = DecoderMemory.brotli(body);
    assertTrue(memory == null || memory.bytes() < 32 << 20);
  }

  @FuzzTest
  void headersOfAnyBytesNeverThrow(FuzzedDataProvider data) {
    byte[] body = data.consumeRemainingAsBytes();
    readWithinLimits(body);
    byte[] magic = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    readWithinLimits(ZstdFrame.concat(magic, body));
  }

  @Property
  void headersOfArbitraryBytesNeverThrow(@ForAll byte[] bytes) {
    readWithinLimits(bytes);
  }

  /** A frame with the length of its content. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(byte[] bytes, long content) {}

  @Provide
  Arbitrary<Frame> frames() {
    return Combinators.combine(
            Arbitraries.integers().between(-1, 13),
            Arbitraries.integers().between(0, 7),
            Arbitraries.of(0, 1, 2, 4, 8),
            Arbitraries.integers().between(1, 400_000),
            Arbitraries.of(0, 1, 2, 4),
            Arbitraries.of(true, false))
        .as(ZstdFramesFuzzTest::frame);
  }

  private static Frame frame(
      int exponent, int mantissa, int sizeBytes, int length, int dictionary, boolean checksum) {
    boolean single = exponent < 0;
    int bytes = single ? Math.max(1, sizeBytes) : sizeBytes == 1 ? 0 : sizeBytes;
    int content = bytes == 1 ? length % 256 : bytes == 2 ? 256 + length % 65_536 : length;
    ZstdFrame frame = new ZstdFrame().size(bytes, content).dictionary(dictionary).zeros(content);
    if (!single) {
      frame.window(exponent, exponent == 13 ? 0 : mantissa);
    }
    return new Frame((checksum ? frame.checksum() : frame).end(), content);
  }

  @Property
  void contentLengthsOfFramesAreSummed(
      @ForAll @Size(min = 1, max = 3) List<@From("frames") Frame> frames) {
    byte[] body = new byte[0];
    long sum = 0;
    for (Frame frame : frames) {
      assertEquals(frame.content(), ZstdFrames.mostBytes(frame.bytes()), "each alone");
      body = ZstdFrame.concat(body, frame.bytes());
      sum += frame.content();
    }
    assertEquals(sum, ZstdFrames.mostBytes(body));
    int first = frames.get(0).bytes().length;
    for (int length = 1; length < first; length++) {
      assertEquals(-1, ZstdFrames.mostBytes(Arrays.copyOf(body, length)), "cut off");
    }
  }
}

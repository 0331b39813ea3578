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

/** What the headers of any body say, read without an exception; those of valid frames, rightly. */
class ZstdFramesFuzzTest {

  private static void readWithinLimits(byte[] body) {
    long window = ZstdFrames.window(body);
    assertTrue(window >= -1 && window <= ZstdFrames.MAX_WINDOW);
    for (ContentCoding coding : List.of(ContentCoding.BR, ContentCoding.ZSTD)) {
      DecoderMemory memory = DecoderMemory.of(coding, body);
      assertTrue(memory == null || memory.bytes() < 32 << 20);
    }
  }

  @FuzzTest
  void anyBytes(FuzzedDataProvider data) {
    byte[] body = data.consumeRemainingAsBytes();
    readWithinLimits(body);
    byte[] magic = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    readWithinLimits(ZstdFrame.concat(magic, body));
  }

  @Property
  void arbitraryBytes(@ForAll byte[] bytes) {
    readWithinLimits(bytes);
  }

  /** A frame, and what it needs to look back to. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Frame(byte[] bytes, long window) {}

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
    long window = content;
    if (!single) {
      int eighths = exponent == 13 ? 0 : mantissa;
      frame.window(exponent, eighths);
      window = Math.min(window, (1024L << exponent) / 8 * (8 + eighths));
    }
    return new Frame((checksum ? frame.checksum() : frame).end(), window);
  }

  @Property
  void framesNeedTheLargestOfTheirWindows(
      @ForAll @Size(min = 1, max = 3) List<@From("frames") Frame> frames) {
    byte[] body = new byte[0];
    long largest = 0;
    for (Frame frame : frames) {
      assertEquals(frame.window(), ZstdFrames.window(frame.bytes()), "each by itself");
      body = ZstdFrame.concat(body, frame.bytes());
      largest = Math.max(largest, frame.window());
    }
    assertEquals(largest, ZstdFrames.window(body));
    int first = frames.get(0).bytes().length;
    for (int length = 1; length < first; length++) {
      assertEquals(-1, ZstdFrames.window(Arrays.copyOf(body, length)), "cut off");
    }
  }
}

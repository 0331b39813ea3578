package dev.symbolicator.content;

import static dev.symbolicator.content.ContentCoding.BR;
import static dev.symbolicator.content.ContentCoding.GZIP;
import static dev.symbolicator.content.ContentCoding.ZSTD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderMemoryTest {
  private static final int KIBIBYTE = 1 << 10;
  private static final int MEBIBYTE = 1 << 20;
  private static final int LARGEST_BLOCK = 128 * KIBIBYTE;

  private static DecoderMemory memory(ContentCoding coding, byte[] encoded) {
    DecoderMemory memory = DecoderMemory.of(coding, encoded);
    assertNotNull(memory);
    return memory;
  }

  private static ContentCodings.Supported only(ContentCoding coding) {
    return new ContentCodings.Supported(List.of(coding));
  }

  /** The table of RFC 7932, section 9.1; whatever follows the pattern is of no account. */
  @ParameterizedTest
  @CsvSource({
    "0100001, 10",
    "0110001, 11",
    "1000001, 12",
    "1010001, 13",
    "1100001, 14",
    "1110001, 15",
    "0, 16",
    "0000001, 17",
    "0011, 18",
    "0101, 19",
    "0111, 20",
    "1001, 21",
    "1011, 22",
    "1101, 23",
    "1111, 24",
  })
  void theWindowOfBrIsInItsFirstBits(String pattern, int bits) {
    int step = 1 << pattern.length();
    long ring = Math.max(1 << bits, 1 << 14);
    for (int first = Integer.parseInt(pattern, 2); first < 256; first += step) {
      DecoderMemory memory = memory(BR, new byte[] {(byte) first});
      assertEquals(ring, memory.largest());
      assertTrue(memory.bytes() > ring + ring / 2, "the ring that is replaced is there too");
    }
  }

  /** 0010001 is reserved; Large Window Brotli begins with it, and goes up to 1 GiB. */
  @ParameterizedTest
  @ValueSource(ints = {0x11, 0x91})
  void largeWindowBrotliIsCorrupt(int first) {
    byte[] body = {(byte) first, 30, 3, 3, 3};
    assertNull(DecoderMemory.of(BR, body));
    assertCorrupt(BR, body);
  }

  private static void assertCorrupt(ContentCoding coding, byte[] body) {
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    assertInstanceOf(
        Decoding.Corrupt.class, Decoder.decode(body, only(coding), 50 * MEBIBYTE, budget.open()));
    assertEquals(0, budget.used());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1024", "0, 7, 1920", "10, 0, 1048576", "12, 7, 7864320", "13, 0, 8388608"})
  void theWindowOfZstdIsInItsFrameHeader(int exponent, int mantissa, int window) {
    byte[] frame = new ZstdFrame().window(exponent, mantissa).zeros(window).zeros(1).end();
    assertEquals(window, ZstdFrames.window(frame));
  }

  @Test
  void aFrameThatHasLessThanItsWindowTakesNoMore() {
    byte[] few = new ZstdFrame().window(13, 0).zeros(50_000).zeros(1_000).end();
    assertEquals(51_000, ZstdFrames.window(few));
    byte[] said = new ZstdFrame().window(13, 0).size(2, 300).zeros(300).end();
    assertEquals(300, ZstdFrames.window(said));
    byte[] compressed = Encode.zstd(new byte[LARGEST_BLOCK]);
    assertEquals(LARGEST_BLOCK, ZstdFrames.window(compressed));
  }

  @ParameterizedTest
  @CsvSource({"1, 255", "2, 256", "2, 65791", "4, 8388608", "8, 8388608"})
  void aSingleSegmentIsItsOwnWindow(int sizeBytes, long size) {
    byte[] frame = new ZstdFrame().size(sizeBytes, size).zeros((int) size).checksum().end();
    assertEquals(size, ZstdFrames.window(frame));
  }

  @Test
  void theLargestWindowOfAllFramesCounts() {
    byte[] small = new ZstdFrame().window(0, 0).zeros(5_000).end();
    byte[] large = new ZstdFrame().window(9, 0).zeros(MEBIBYTE).dictionary(2).checksum().end();
    assertEquals(1_024, ZstdFrames.window(ZstdFrame.concat(small, small)));
    assertEquals(
        MEBIBYTE / 2, ZstdFrames.window(ZstdFrame.concat(ZstdFrame.concat(small, large), small)));
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

  /**
   * The decoder itself would keep all that comes out of some of these before it shows any of it.
   */
  @ParameterizedTest
  @MethodSource("bombs")
  void aZstdWindowOrBlockLargerThanAllowedIsCorrupt(byte[] bomb) {
    assertEquals(-1, ZstdFrames.window(bomb));
    assertCorrupt(ZSTD, bomb);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 16, 20, 24})
  void nothingIsDecodedWithoutMemoryForTheWindow(int windowBits) {
    byte[] body = Encode.br(new byte[5_000], windowBits);
    DecoderMemory memory = memory(BR, body);
    assertRefusedWithLess(BR, body, memory);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 13})
  void neitherIsZstd(int exponent) {
    byte[] body = new ZstdFrame().window(exponent, 0).zeros(5_000).end();
    assertRefusedWithLess(ZSTD, body, memory(ZSTD, body));
  }

  /** What lies in one piece may take a sixth of the budget, or the rest has to be free besides. */
  private static void assertRefusedWithLess(
      ContentCoding coding, byte[] body, DecoderMemory memory) {
    long results = 20_000;
    long pieces = memory.bytes() + memory.largest();
    ByteBudget enough = new ByteBudget(pieces + results);
    try (ByteBudget.Lease lease = enough.open()) {
      Decoding decoded = Decoder.decode(body, only(coding), 5_000, lease);
      assertEquals(5_000, assertInstanceOf(Decoding.Decoded.class, decoded).bytes().length);
      assertEquals(5_000, enough.used(), "the window is given back");
    }
    ByteBudget tight = new ByteBudget(memory.bytes() - 1);
    try (ByteBudget.Lease lease = tight.open()) {
      Decoding refused = Decoder.decode(body, only(coding), 5_000, lease);
      assertInstanceOf(Decoding.OverBudget.class, refused);
      assertTrue(lease.passesLimitAlone(), "it alone needs more than there is");
      assertEquals(0, tight.used());
    }
    try (ByteBudget.Lease others = enough.open();
        ByteBudget.Lease lease = enough.open()) {
      assertTrue(others.grow(enough.limit() - memory.bytes() + 1));
      Decoding refused = Decoder.decode(body, only(coding), 5_000, lease);
      assertInstanceOf(Decoding.OverBudget.class, refused);
      assertFalse(lease.passesLimitAlone(), "others hold it");
    }
    assertEquals(0, enough.used());
  }

  /** As where the client has hung up: the decoder's memory is there until it ends. */
  @Test
  void aWindowStaysChargedWhenItsLeaseIsClosed() {
    ByteBudget budget = new ByteBudget(60 * MEBIBYTE);
    ByteBudget.Lease lease = budget.open();
    try (ByteBudget.Lease window = lease.growApart(5 * MEBIBYTE, MEBIBYTE)) {
      assertNotNull(window);
      lease.close();
      assertEquals(5 * MEBIBYTE, budget.used());
    }
    assertEquals(0, budget.used());
    assertNull(lease.growApart(1, 1), "it is closed");
  }

  static List<byte[]> brBodies() {
    byte[] zeros = new byte[16 * MEBIBYTE];
    return List.of(
        Encode.br(zeros, 24),
        Encode.br(zeros, 18),
        Encode.br(new byte[1], 24),
        Encode.br(ZstdFrame.noise(300_000), 22));
  }

  @ParameterizedTest
  @MethodSource("brBodies")
  void aBrDecoderAllocatesNoMoreThanIsCharged(byte[] body) {
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    long small = 64 * KIBIBYTE; // what is read into, and what comes out until it is too large
    assertTrue(
        allocated(() -> Decoder.decode(body, only(BR), 1, budget.open()))
            < memory(BR, body).bytes() + small);
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.run(); // classes
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void anInnerWindowIsChargedToo() {
    byte[] body = Encode.gzip(Encode.br(new byte[100], 24));
    ContentCodings.Supported codings = new ContentCodings.Supported(List.of(BR, GZIP));
    ByteBudget budget = new ByteBudget(20 * MEBIBYTE);
    assertInstanceOf(
        Decoding.OverBudget.class, Decoder.decode(body, codings, 1_000, budget.open()));
  }
}

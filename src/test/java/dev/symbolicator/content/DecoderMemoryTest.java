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

  private static DecoderMemory brotli(byte[] encoded) {
    DecoderMemory memory = DecoderMemory.brotli(encoded);
    assertNotNull(memory);
    return memory;
  }

  private static ContentCodings.Supported only(ContentCoding coding) {
    return new ContentCodings.Supported(List.of(coding));
  }

  /** The table of RFC 7932, section 9.1. The bits that follow the pattern do not matter. */
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
  void brWindowIsReadFromTheFirstBits(String pattern, int bits) {
    int step = 1 << pattern.length();
    long ring = Math.max(1 << bits, 1 << 14);
    for (int first = Integer.parseInt(pattern, 2); first < 256; first += step) {
      DecoderMemory memory = brotli(new byte[] {(byte) first});
      assertEquals(ring, memory.largest());
      assertTrue(memory.bytes() > ring + ring / 2, "the smaller ring is counted too");
    }
  }

  /** 0010001 is reserved. Large Window Brotli, of up to 1 GiB, begins with it. */
  @ParameterizedTest
  @ValueSource(ints = {0x11, 0x91})
  void largeWindowBrotliIsCorrupt(int first) {
    byte[] body = {(byte) first, 30, 3, 3, 3};
    assertNull(DecoderMemory.brotli(body));
    assertCorrupt(BR, body);
  }

  private static void assertCorrupt(ContentCoding coding, byte[] body) {
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    assertInstanceOf(
        Decoding.Corrupt.class, Decode.whole(body, only(coding), 50 * MEBIBYTE, budget.open()));
    assertEquals(0, budget.used());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1024", "0, 7, 1920", "10, 0, 1048576", "12, 7, 7864320", "13, 0, 8388608"})
  void zstdWindowOfUpTo8MebibytesIsAllowed(int exponent, int mantissa, int window) {
    byte[] frame = new ZstdFrame().window(exponent, mantissa).zeros(window).zeros(1).end();
    assertEquals(window + 1, ZstdFrames.mostBytes(frame));
  }

  @Test
  void zstdContentIsBoundedByBlocksAndStatedLength() {
    byte[] few = new ZstdFrame().window(13, 0).zeros(50_000).zeros(1_000).end();
    assertEquals(51_000, ZstdFrames.mostBytes(few));
    byte[] stated = new ZstdFrame().window(13, 0).size(2, 300).zeros(400).end();
    assertEquals(300, ZstdFrames.mostBytes(stated));
    byte[] compressed = Encode.zstd(new byte[LARGEST_BLOCK]);
    assertEquals(LARGEST_BLOCK, ZstdFrames.mostBytes(compressed));
  }

  @ParameterizedTest
  @CsvSource({"1, 255", "2, 256", "2, 65791", "4, 8388608", "8, 8388608"})
  void zstdSegmentOfUpTo8MebibytesIsAllowed(int sizeBytes, long size) {
    byte[] frame = new ZstdFrame().size(sizeBytes, size).zeros((int) size).checksum().end();
    assertEquals(size, ZstdFrames.mostBytes(frame));
  }

  @Test
  void zstdContentOfAllFramesCounts() {
    byte[] small = new ZstdFrame().window(0, 0).zeros(5_000).end();
    byte[] large = new ZstdFrame().window(9, 0).zeros(MEBIBYTE).dictionary(2).checksum().end();
    assertEquals(10_000, ZstdFrames.mostBytes(ZstdFrame.concat(small, small)));
    assertEquals(
        10_000 + MEBIBYTE,
        ZstdFrames.mostBytes(ZstdFrame.concat(ZstdFrame.concat(small, large), small)));
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
  void zstdWindowOrBlockLargerThanAllowedIsCorrupt(byte[] bomb) {
    assertEquals(-1, ZstdFrames.mostBytes(bomb));
    assertCorrupt(ZSTD, bomb);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 16, 20, 24})
  void brIsRefusedWithoutMemoryForTheWindow(int windowBits) {
    byte[] body = Encode.br(new byte[5_000], windowBits);
    DecoderMemory memory = brotli(body);
    assertRefusedWithLess(BR, body, memory);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 13})
  void zstdIsRefusedWithoutMemoryForTheContent(int exponent) {
    byte[] body = new ZstdFrame().window(exponent, 0).zeros(5_000).end();
    assertRefusedWithLess(ZSTD, body, ZstdBody.memory(5_000));
  }

  /** A piece of more than a sixth of the budget needs as much free memory besides. */
  private static void assertRefusedWithLess(
      ContentCoding coding, byte[] body, DecoderMemory memory) {
    long results = 20_000;
    long pieces = memory.bytes() + memory.largest();
    ByteBudget enough = new ByteBudget(pieces + results);
    try (ByteBudget.Lease lease = enough.open()) {
      Decoding decoded = Decode.whole(body, only(coding), 5_000, lease);
      assertEquals(5_000, assertInstanceOf(Decoding.Decoded.class, decoded).bytes().length);
      assertEquals(5_000, enough.used(), "the decoder's memory is given back");
    }
    ByteBudget tight = new ByteBudget(memory.bytes() - 1);
    try (ByteBudget.Lease lease = tight.open()) {
      Decoding refused = Decode.whole(body, only(coding), 5_000, lease);
      assertInstanceOf(Decoding.OverBudget.class, refused);
      assertTrue(lease.passesLimitAlone(), "the body alone needs more than the budget");
      assertEquals(0, tight.used());
    }
    try (ByteBudget.Lease others = enough.open();
        ByteBudget.Lease lease = enough.open()) {
      assertTrue(others.grow(enough.limit() - memory.bytes() + 1));
      Decoding refused = Decode.whole(body, only(coding), 5_000, lease);
      assertInstanceOf(Decoding.OverBudget.class, refused);
      assertFalse(lease.passesLimitAlone(), "others hold the memory");
    }
    assertEquals(0, enough.used());
  }

  /** The client may hang up while the decoder still has its memory. */
  @Test
  void windowStaysChargedWhenItsLeaseIsClosed() {
    ByteBudget budget = new ByteBudget(60 * MEBIBYTE);
    ByteBudget.Lease lease = budget.open();
    try (ByteBudget.Lease window = lease.growApart(5 * MEBIBYTE, MEBIBYTE)) {
      assertNotNull(window);
      lease.close();
      assertEquals(5 * MEBIBYTE, budget.used());
    }
    assertEquals(0, budget.used());
    assertNull(lease.growApart(1, 1), "the lease is closed");
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
  void brDecoderAllocatesNoMoreThanIsCharged(byte[] body) {
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    long small = 64 * KIBIBYTE; // buffers, and the content until the limit
    assertTrue(
        allocated(() -> CodingDecoders.decode(BR, body, 1, budget.open()))
            < brotli(body).bytes() + small);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 300_000, 3 * MEBIBYTE})
  void zstdDecoderAllocatesNoMoreThanIsCharged(int length) {
    byte[] body = Encode.zstd(ZstdFrame.noise(length));
    int stated = (int) ZstdFrames.mostBytes(body);
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    assertTrue(
        allocated(() -> CodingDecoders.decode(ZSTD, body, 4 * MEBIBYTE, budget.open()))
            < ZstdBody.memory(stated).bytes() + length + KIBIBYTE);
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.run(); // classes
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void innerWindowIsChargedToo() {
    byte[] body = Encode.gzip(Encode.br(new byte[100], 24));
    ContentCodings.Supported codings = new ContentCodings.Supported(List.of(BR, GZIP));
    ByteBudget budget = new ByteBudget(20 * MEBIBYTE);
    assertInstanceOf(Decoding.OverBudget.class, Decode.whole(body, codings, 1_000, budget.open()));
  }
}

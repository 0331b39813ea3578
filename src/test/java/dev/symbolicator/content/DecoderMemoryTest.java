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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderMemoryTest {
  private static final int KIBIBYTE = 1 << 10;
  private static final int MEBIBYTE = 1 << 20;
  private static final Path STATUS = Path.of("/proc/self/status");

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
      assertEquals(ring, BrotliStream.ring((byte) first));
    }
  }

  /** 0010001 is reserved. Large Window Brotli, of up to 1 GiB, begins with it. */
  @ParameterizedTest
  @ValueSource(ints = {0x11, 0x91})
  void largeWindowBrotliIsCorrupt(int first) {
    byte[] body = {(byte) first, 30, 3, 3, 3};
    assertEquals(-1, BrotliStream.ring(body[0]));
    assertCorrupt(BR, body);
  }

  private static void assertCorrupt(ContentCoding coding, byte[] body) {
    ByteBudget budget = new ByteBudget(100 * MEBIBYTE);
    assertInstanceOf(
        Decoding.Corrupt.class, Decode.whole(body, only(coding), 50 * MEBIBYTE, budget.open()));
    assertEquals(0, budget.used());
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 16, 20, 24})
  void brIsRefusedWithoutMemoryForTheWindow(int windowBits) {
    byte[] body = Encode.br(new byte[5_000], windowBits);
    long ring = BrotliStream.ring(body[0]);
    assertRefusedWithLess(BR, body, ring + ring / 2 + BrotliStream.TABLES, ring);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 13})
  void zstdIsRefusedWithoutMemoryForTheWindow(int exponent) {
    byte[] body = new ZstdFrame().window(exponent, 0).blocks(5_000, 1_000).end();
    long window = 1L << (10 + exponent);
    assertRefusedWithLess(ZSTD, body, window + ZstdStream.BESIDES_WINDOW, window);
  }

  /** A piece of more than a sixth of the budget needs as much free memory besides. */
  private static void assertRefusedWithLess(
      ContentCoding coding, byte[] body, long bytes, long largest) {
    long results = 100_000; // and buffers
    long pieces = bytes + largest;
    ByteBudget enough = new ByteBudget(pieces + results);
    try (ByteBudget.Lease lease = enough.open()) {
      Decoding decoded = Decode.whole(body, only(coding), 5_000, lease);
      assertEquals(5_000, assertInstanceOf(Decoding.Decoded.class, decoded).bytes().length);
      assertEquals(5_000, enough.used(), "the decoder's memory is given back");
    }
    ByteBudget tight = new ByteBudget(bytes - 1);
    try (ByteBudget.Lease lease = tight.open()) {
      Decoding refused = Decode.whole(body, only(coding), 5_000, lease);
      assertInstanceOf(Decoding.OverBudget.class, refused);
      assertTrue(lease.passesLimitAlone(), "the body alone needs more than the budget");
      assertEquals(0, tight.used());
    }
    try (ByteBudget.Lease others = enough.open();
        ByteBudget.Lease lease = enough.open()) {
      assertTrue(others.grow(enough.limit() - bytes + 1));
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

  static Stream<Arguments> bodies() {
    byte[] zeros = new byte[16 * MEBIBYTE];
    byte[] noise = ZstdFrame.noise(3 * MEBIBYTE);
    return Stream.of(
        Arguments.of(BR, Encode.br(zeros, 24)),
        Arguments.of(BR, Encode.br(zeros, 18)),
        Arguments.of(BR, Encode.br(new byte[1], 24)),
        Arguments.of(BR, Encode.br(noise, 22)),
        Arguments.of(ZSTD, new ZstdFrame().window(13, 0).zeros(16 * MEBIBYTE).end()),
        Arguments.of(ZSTD, Encode.zstd(noise)),
        Arguments.of(ZSTD, Encode.zstd(new byte[1])));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void decoderTakesNoMoreThanIsCharged(ContentCoding coding, byte[] body) throws IOException {
    assumeTrue(Files.exists(STATUS));
    assertEquals(Map.of(), NativeCodecs.load());
    int count = 10;
    AtomicLong charged = new AtomicLong();
    StreamDecoding.Memory memory =
        (bytes, largest) -> {
          charged.addAndGet(bytes);
          return () -> {};
        };
    byte[] buffer = new byte[MEBIBYTE];
    try (InputStream warm = decoder(coding, body, memory)) {
      int unused = warm.readNBytes(buffer, 0, buffer.length);
    }
    charged.set(0);
    List<InputStream> open = new ArrayList<>();
    long before = residentBytes();
    for (int i = 0; i < count; i++) {
      InputStream content = decoder(coding, body, memory);
      while (content.read(buffer) >= 0) {}
      open.add(content);
    }
    long grown = residentBytes() - before;
    for (InputStream content : open) {
      content.close();
    }
    assertTrue(
        grown <= charged.get() + count * 128L * KIBIBYTE,
        grown + " bytes of " + charged + " charged");
  }

  private static InputStream decoder(
      ContentCoding coding, byte[] body, StreamDecoding.Memory memory) throws IOException {
    return StreamDecoding.decoder(coding, new ByteArrayInputStream(body), memory);
  }

  private static long residentBytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        * KIBIBYTE;
  }

  @Test
  void innerWindowIsChargedToo() {
    byte[] body = Encode.gzip(Encode.br(new byte[100], 24));
    ContentCodings.Supported codings = new ContentCodings.Supported(List.of(BR, GZIP));
    ByteBudget budget = new ByteBudget(20 * MEBIBYTE);
    assertInstanceOf(Decoding.OverBudget.class, Decode.whole(body, codings, 1_000, budget.open()));
  }
}

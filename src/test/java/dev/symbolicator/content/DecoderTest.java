package dev.symbolicator.content;

import static dev.symbolicator.content.ContentCoding.BR;
import static dev.symbolicator.content.ContentCoding.GZIP;
import static dev.symbolicator.content.ContentCoding.ZSTD;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderTest {
  private static final byte[] TEXT =
      "const f=()=>{throw new Error('é')};f();\n".repeat(500).getBytes(UTF_8);

  private final ByteBudget budget = new ByteBudget(100 << 20);
  private final ByteBudget.Lease lease = budget.open();

  static List<ContentCodings.Supported> everyCoding() {
    return List.of(
        ContentCodings.NONE,
        new ContentCodings.Supported(List.of(GZIP)),
        new ContentCodings.Supported(List.of(BR)),
        new ContentCodings.Supported(List.of(ZSTD)),
        new ContentCodings.Supported(List.of(ContentCoding.DEFLATE)),
        new ContentCodings.Supported(List.of(GZIP, BR)),
        new ContentCodings.Supported(List.of(ZSTD, GZIP)));
  }

  static List<ContentCodings.Supported> everyCompression() {
    return everyCoding().subList(1, 7);
  }

  private static byte[] encode(byte[] bytes, ContentCodings.Supported codings) {
    byte[] encoded = bytes;
    for (ContentCoding coding : codings.applied()) {
      encoded = Encode.as(encoded, coding);
    }
    return encoded;
  }

  private static ContentCodings.Supported only(ContentCoding coding) {
    return new ContentCodings.Supported(List.of(coding));
  }

  private Decoding inPieces(byte[] encoded, ContentCodings.Supported codings, long max, int piece) {
    Decoder decoder = new Decoder(codings, max, lease);
    for (int at = 0; at < encoded.length; at += piece) {
      byte[] next = Arrays.copyOfRange(encoded, at, Math.min(encoded.length, at + piece));
      if (!decoder.accept(next)) {
        break;
      }
    }
    return decoder.finish();
  }

  private static void assertDecoded(byte[] expected, Decoding actual) {
    assertArrayEquals(expected, assertInstanceOf(Decoding.Decoded.class, actual).bytes());
  }

  private void assertCorrupt(Decoding actual) {
    assertInstanceOf(Decoding.Corrupt.class, actual);
    assertEquals(0, lease.held());
  }

  @ParameterizedTest
  @MethodSource("everyCoding")
  void encodedBodyIsDecodedWholeOrInPieces(ContentCodings.Supported codings) {
    byte[] encoded = encode(TEXT, codings);
    assertDecoded(TEXT, Decode.whole(encoded, codings, TEXT.length, lease));
    assertEquals(TEXT.length, lease.held(), "only the result stays charged");
    lease.shrinkTo(0);
    for (int piece : new int[] {1, 7, 4096, encoded.length}) {
      assertDecoded(TEXT, inPieces(encoded, codings, TEXT.length + 1000, piece));
      assertEquals(TEXT.length, lease.held());
      lease.shrinkTo(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1000, -1, 1, 1000})
  void bodyOfAnotherLengthThanAnnouncedIsWhole(int more) {
    byte[] body = new byte[300_000];
    Arrays.fill(body, body.length / 2, body.length, (byte) 7);
    Decoder decoder = new Decoder(ContentCodings.NONE, 1 << 20, lease);
    decoder.expect(body.length + more);
    acceptAll(decoder, body);
    assertDecoded(body, decoder.finish());
    assertEquals(body.length, lease.held(), "only the result stays charged");
  }

  @Test
  void bodyOfTheAnnouncedLengthNeedsNoSecondArray() {
    byte[] body = new byte[300_000];
    ByteBudget.Lease tight = new ByteBudget(580_000).open();
    Decoder decoder = new Decoder(ContentCodings.NONE, 1 << 20, tight);
    decoder.expect(body.length);
    acceptAll(decoder, body);
    assertDecoded(body, decoder.finish());
  }

  @Test
  void announcingALengthTakesNoMemoryBeforeAQuarterIsSent() {
    Decoder decoder = new Decoder(ContentCodings.NONE, 64 << 20, lease);
    decoder.expect(64 << 20);
    assertTrue(decoder.accept(new byte[1000]));
    assertTrue(lease.held() < 10_000, () -> lease.held() + " bytes");
  }

  @Test
  void bodyIsReceivedInPiecesIfTheBudgetHasNoRoomForBoth() {
    byte[] body = new byte[300_000];
    ByteBudget.Lease tight = new ByteBudget(body.length + 20_000).open();
    Decoder decoder = new Decoder(ContentCodings.NONE, 1 << 20, tight);
    decoder.expect(body.length);
    for (int at = 0; at < 100_000; at += 1000) {
      assertTrue(decoder.accept(body, at, 1000));
    }
    assertTrue(tight.held() < body.length, () -> tight.held() + " bytes");
  }

  private static void acceptAll(Decoder decoder, byte[] body) {
    for (int at = 0; at < body.length; at += 65_536) {
      assertTrue(decoder.accept(body, at, Math.min(65_536, body.length - at)));
    }
  }

  @ParameterizedTest
  @MethodSource("everyCoding")
  void emptyBodyIsDecodedAsEmpty(ContentCodings.Supported codings) {
    byte[] encoded = encode(new byte[0], codings);
    assertDecoded(new byte[0], inPieces(encoded, codings, 1000, 3));
    assertDecoded(new byte[0], Decode.whole(encoded, codings, 1000, lease));
  }

  @ParameterizedTest
  @MethodSource("everyCoding")
  void bodyAtTheLimitIsDecodedAndOneByteMoreIsTooLarge(ContentCodings.Supported codings) {
    byte[] encoded = encode(TEXT, codings);
    long exact = TEXT.length;
    assertDecoded(TEXT, Decode.whole(encoded, codings, exact, lease));
    lease.shrinkTo(0);
    assertDecoded(TEXT, inPieces(encoded, codings, exact, 1000));
    lease.shrinkTo(0);
    Decoding.TooLarge tooLarge = new Decoding.TooLarge(exact - 1);
    assertEquals(tooLarge, Decode.whole(encoded, codings, exact - 1, lease));
    assertEquals(tooLarge, inPieces(encoded, codings, exact - 1, 1000));
    assertEquals(0, lease.held());
  }

  @ParameterizedTest
  @MethodSource("everyCompression")
  void bombIsCutOffAtTheLimit(ContentCodings.Supported codings) {
    byte[] bomb = encode(new byte[64 << 20], codings);
    assertTrue(bomb.length < 100_000, "1:600 and more, but " + bomb.length);
    ByteBudget.Lease small = new ByteBudget(32 << 20).open(); // windows included
    assertEquals(new Decoding.TooLarge(1 << 20), Decode.whole(bomb, codings, 1 << 20, small));
    assertEquals(0, small.held());
  }

  @Test
  void innerBombIsCutOffAtTheLimit() {
    byte[] bomb = Encode.gzip(Encode.gzip(new byte[512 << 20]));
    ContentCodings.Supported twice = new ContentCodings.Supported(List.of(GZIP, GZIP));
    assertEquals(new Decoding.TooLarge(1 << 20), Decode.whole(bomb, twice, 1 << 20, lease));
  }

  @ParameterizedTest
  @MethodSource("everyCompression")
  void truncatedBodyIsCorruptAtAnyLength(ContentCodings.Supported codings) {
    byte[] encoded = encode(TEXT, codings);
    for (int length = 0; length < encoded.length; length++) {
      byte[] part = Arrays.copyOf(encoded, length);
      assertCorrupt(Decode.whole(part, codings, 1 << 20, lease));
      assertCorrupt(inPieces(part, codings, 1 << 20, 50));
    }
  }

  @ParameterizedTest
  @MethodSource("everyCompression")
  void randomBytesAreCorrupt(ContentCodings.Supported codings) {
    byte[] noise = new byte[5_000];
    new Random(7).nextBytes(noise);
    assertCorrupt(Decode.whole(noise, codings, 1 << 20, lease));
  }

  @ParameterizedTest
  @MethodSource("everyCompression")
  void plainTextUnderCompressionIsCorrupt(ContentCodings.Supported codings) {
    assertCorrupt(Decode.whole(TEXT, codings, 1 << 20, lease));
  }

  @Test
  void gzipMembersAreJoined() {
    byte[] two = concat(Encode.gzip("a();".getBytes(UTF_8)), Encode.gzip("b();".getBytes(UTF_8)));
    assertDecoded("a();b();".getBytes(UTF_8), Decode.whole(two, only(GZIP), 100, lease));
    assertDecoded("a();b();".getBytes(UTF_8), inPieces(two, only(GZIP), 100, 1));
  }

  @Test
  void garbageAfterTheLastGzipMemberIsIgnored() {
    byte[] garbage = {0, 0, 0x1f, (byte) 0x8b, 7, 7, 7};
    assertDecoded(TEXT, inPieces(concat(Encode.gzip(TEXT), garbage), only(GZIP), 1 << 20, 9));
    byte[] nearlyAMember = {0x1f, 0x1f, (byte) 0x8b};
    assertDecoded(TEXT, inPieces(concat(Encode.gzip(TEXT), nearlyAMember), only(GZIP), 1 << 20, 9));
  }

  @Test
  void garbageAfterBrAndZstdIsCorrupt() {
    byte[] garbage = {1, 2, 3, 4, 5};
    assertCorrupt(Decode.whole(concat(Encode.br(TEXT), garbage), only(BR), 1 << 20, lease));
    assertCorrupt(Decode.whole(concat(Encode.zstd(TEXT), garbage), only(ZSTD), 1 << 20, lease));
  }

  @Test
  void truncatedFurtherGzipMemberIsCorrupt() {
    byte[] encoded = concat(Encode.gzip(TEXT), new byte[] {0x1f, (byte) 0x8b, 8});
    assertCorrupt(Decode.whole(encoded, only(GZIP), 1 << 20, lease));
  }

  /** The damaged member begins close to the edge of a buffer that a decoder reads. */
  @ParameterizedTest
  @ValueSource(ints = {16_356, 16_366, 16_384, 32_750, 65_600})
  void damagedFurtherGzipMemberIsCorruptAtAnyOffset(int from) {
    byte[] damaged = new byte[30];
    damaged[0] = 0x1f;
    damaged[1] = (byte) 0x8b;
    damaged[2] = 7; // an unknown method
    byte[] noise = ZstdFrame.noise(from + 30);
    for (int length = from - 30; length < from + 30; length++) {
      byte[] member = Encode.gzip(Arrays.copyOf(noise, length));
      assertCorrupt(Decode.whole(concat(member, damaged), only(GZIP), 1 << 20, lease));
      assertCorrupt(
          Decode.whole(concat(member, Arrays.copyOf(damaged, 3)), only(GZIP), 1 << 20, lease));
    }
  }

  @Test
  void veryManyEmptyGzipMembersAreJoined() {
    byte[] empty = Encode.gzip(new byte[0]);
    byte[] members = new byte[200_000 * empty.length];
    for (int at = 0; at < members.length; at += empty.length) {
      System.arraycopy(empty, 0, members, at, empty.length);
    }
    byte[] encoded = concat(members, Encode.gzip(TEXT));
    assertDecoded(TEXT, Decode.whole(encoded, only(GZIP), 10 << 20, lease));
  }

  @Test
  void wrongChecksumOfGzipHeaderIsCorrupt() {
    byte[] plain = Encode.gzip(TEXT);
    byte[] header = HexFormat.of().parseHex("1f8b08020000000000ff0000");
    byte[] encoded = concat(header, Arrays.copyOfRange(plain, 10, plain.length));
    assertCorrupt(Decode.whole(encoded, only(GZIP), 1 << 20, lease));
  }

  @Test
  void gzipHeadersWithEveryOptionalPartAreRead() {
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    member.writeBytes(HexFormat.of().parseHex("1f8b081e0000000000ff")); // CRC, extra, name, comment
    member.writeBytes(new byte[] {3, 0, 1, 2, 3});
    member.writeBytes("app.js\0a comment\0".getBytes(UTF_8));
    CRC32 crc = new CRC32();
    crc.update(member.toByteArray());
    member.write((int) crc.getValue() & 0xff);
    member.write((int) crc.getValue() >> 8 & 0xff);
    byte[] plain = Encode.gzip(TEXT);
    member.write(plain, 10, plain.length - 10);
    assertDecoded(TEXT, inPieces(member.toByteArray(), only(GZIP), 1 << 20, 1));
  }

  @Test
  void emptyExtraPartOfGzipHeaderIsSkipped() {
    byte[] plain = Encode.gzip(TEXT);
    byte[] header = HexFormat.of().parseHex("1f8b08040000000000ff0000");
    byte[] encoded = concat(header, Arrays.copyOfRange(plain, 10, plain.length));
    assertDecoded(TEXT, Decode.whole(encoded, only(GZIP), 1 << 20, lease));
  }

  @Test
  void wrongGzipChecksumLengthMethodOrFlagIsCorrupt() {
    byte[] right = Encode.gzip(TEXT);
    for (int at : new int[] {0, 1, 2, right.length - 8, right.length - 4, right.length - 1}) {
      byte[] wrong = right.clone();
      wrong[at] ^= 1;
      assertCorrupt(Decode.whole(wrong, only(GZIP), 1 << 20, lease));
    }
    byte[] reserved = right.clone();
    reserved[3] = (byte) 0x80;
    assertCorrupt(Decode.whole(reserved, only(GZIP), 1 << 20, lease));
  }

  @Test
  void brBodyOfTheReferenceEncoderIsDecoded() {
    byte[] encoded = HexFormat.of().parseHex("8b05806865 6c6c6f2c20776f726c6403".replace(" ", ""));
    assertDecoded("hello, world".getBytes(UTF_8), Decode.whole(encoded, only(BR), 100, lease));
  }

  @ParameterizedTest
  @MethodSource("everyCoding")
  void bodyBeyondTheBudgetIsRefusedAndAllMemoryGivenBack(ContentCodings.Supported codings) {
    ByteBudget small = new ByteBudget(TEXT.length / 2);
    ByteBudget.Lease tight = small.open();
    byte[] encoded = encode(TEXT, codings);
    assertInstanceOf(Decoding.OverBudget.class, Decode.whole(encoded, codings, 1 << 20, tight));
    assertEquals(0, small.used());
    Decoder decoder = new Decoder(codings, 1 << 20, tight);
    boolean more = decoder.accept(encoded);
    assertInstanceOf(Decoding.OverBudget.class, decoder.finish());
    assertFalse(more && codings.equals(ContentCodings.NONE));
    assertEquals(0, small.used());
  }

  @Test
  void bytesThatTheLeaseHeldBeforeStayCharged() {
    lease.grow(1_234);
    assertDecoded(TEXT, Decode.whole(Encode.gzip(TEXT), only(GZIP), 1 << 20, lease));
    assertEquals(1_234 + TEXT.length, lease.held());
    assertInstanceOf(Decoding.Corrupt.class, Decode.whole(TEXT, only(GZIP), 1 << 20, lease));
    assertEquals(1_234 + TEXT.length, lease.held());
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static List<ContentCoding> known(String header) {
    return assertInstanceOf(ContentCodings.Supported.class, ContentCodings.parse(header)).applied();
  }

  private static String unsupported(String header) {
    return assertInstanceOf(ContentCodings.Unsupported.class, ContentCodings.parse(header))
        .detail();
  }

  @Test
  void noHeaderAndIdentityMeanNoCoding() {
    assertEquals(ContentCodings.NONE, ContentCodings.parse(null));
    assertEquals(List.of(), known(""));
    assertEquals(List.of(), known("identity"));
    assertEquals(List.of(), known(" , identity,, Identity"));
  }

  @Test
  void namesAreCaseInsensitiveAndXGzipIsGzip() {
    assertEquals(List.of(GZIP), known("GZip"));
    assertEquals(List.of(GZIP), known("x-gzip"));
    assertEquals(List.of(BR), known(" BR\t"));
    assertEquals(List.of(ZSTD), known("zstd"));
    assertEquals(List.of(ContentCoding.DEFLATE), known("Deflate"));
  }

  @Test
  void severalCodingsKeepTheOrderOfApplication() {
    assertEquals(List.of(GZIP, BR), known("gzip, br"));
    assertEquals(List.of(GZIP, GZIP), known("gzip,identity,gzip"));
  }

  @Test
  void thirdCodingIsRefused() {
    assertEquals("made of more than 2 codings", unsupported("gzip, gzip, gzip"));
  }

  @Test
  void unknownCodingIsNamed() {
    assertEquals("unknown: compress", unsupported("gzip, compress"));
    assertEquals("unknown: gzip;q=1", unsupported("gzip;q=1"));
  }

  @Test
  void unknownNameIsShownShortAndPrintable() {
    String detail = unsupported("a\u0000\u00e9b" + "x".repeat(10_000));
    assertTrue(detail.startsWith("unknown: a??bxxx"), detail);
    assertTrue(detail.length() < 60, detail);
  }

  @Property
  void anyHeaderIsParsed(@ForAll String header) {
    ContentCodings codings = ContentCodings.parse(header);
    assertTrue(
        codings instanceof ContentCodings.Unsupported
            || known(header).size() <= ContentCodings.MAX_CODINGS);
  }
}

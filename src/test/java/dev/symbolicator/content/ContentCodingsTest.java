package dev.symbolicator.content;

import static dev.symbolicator.content.ContentCoding.BR;
import static dev.symbolicator.content.ContentCoding.GZIP;
import static dev.symbolicator.content.ContentCoding.ZSTD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ContentCodingsTest {
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

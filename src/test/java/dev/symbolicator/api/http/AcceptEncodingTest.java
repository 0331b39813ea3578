package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.NativeCodecs;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptEncodingTest {
  @BeforeAll
  static void load() {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "br, gzip",
        "GZIP;q=0.5",
        "x-gzip",
        "*",
        "deflate;q=1.0, *;q=0.1",
        "gzip; q=1"
      })
  void gzipIsChosen(String header) {
    assertEquals(ContentCoding.GZIP, AcceptEncoding.choose(header, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "deflate",
        "gzip;q=0",
        "gzip; q=0.000",
        "gzip;q=0, deflate",
        "identity",
        "identity;q=1, gzip;q=0.5"
      })
  void plainAnswerIsChosen(String header) {
    assertEquals(ContentCoding.IDENTITY, AcceptEncoding.choose(header, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zstd|ZSTD",
        "gzip, deflate, br, zstd|GZIP",
        "gzip;q=0.8, zstd;q=0.9|ZSTD",
        "gzip;q=0, *|ZSTD",
        "zstd, identity;q=0|ZSTD",
        "br|BR",
        "BR;q=0.9, gzip;q=0.8|BR",
        "zstd, br|ZSTD",
        "gzip;q=0, zstd;q=0, *|BR",
        "br, identity;q=0|BR"
      })
  void highestWeightDecides(String header, ContentCoding coding) {
    assertEquals(coding, AcceptEncoding.choose(header, false));
  }

  @Test
  void smallAnswerIsPlainUnlessRefused() {
    assertEquals(ContentCoding.IDENTITY, AcceptEncoding.choose("gzip, zstd", true));
    assertEquals(ContentCoding.GZIP, AcceptEncoding.choose("gzip, identity;q=0", true));
    assertEquals(ContentCoding.GZIP, AcceptEncoding.choose("gzip, *;q=0", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"*;q=0", "identity;q=0", "deflate, identity;q=0", "gzip;q=0, zstd;q=0.0, *;q=0"})
  void nothingIsChosenIfTheClientAcceptsNothing(String header) {
    assertNull(AcceptEncoding.choose(header, false));
  }

  @Test
  void codingThatIsNotOfferedIsPassedOver() {
    Predicate<ContentCoding> isOffered = coding -> coding == ContentCoding.GZIP;
    assertEquals(
        ContentCoding.GZIP, AcceptEncoding.choose("br, zstd, gzip;q=0.1", false, isOffered));
    assertEquals(ContentCoding.IDENTITY, AcceptEncoding.choose("br", false, isOffered));
    assertNull(AcceptEncoding.choose("br, *;q=0", false, isOffered));
  }

  @Test
  void plainAnswerIsChosenWithoutTheHeader() {
    assertEquals(ContentCoding.IDENTITY, AcceptEncoding.choose(null, false));
  }
}

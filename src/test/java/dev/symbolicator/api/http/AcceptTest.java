package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {
  @BeforeAll
  static void load() {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|true", // no header
        "''|true",
        "*/*|true",
        "application/json|true",
        "text/html, application/*;q=0.1|true",
        "APPLICATION/JSON; charset=utf-8; q=0.5|true",
        "*/*;q=0, application/json|true",
        "text/html,*/*;q=0.8|true",
        "text/html|false",
        "application/json;q=0|false",
        "application/json;q=0, */*|false",
        "application/*;q=0.0, */*;q=1|false",
        "application/x-ndjson|false"
      })
  void mostSpecificRangeDecides(@Nullable String header, boolean isAllowed) {
    assertEquals(isAllowed, Accept.allows(header, "application/json"));
  }

  /** No coding stands for a client that accepts nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|GZIP",
        "br, gzip|GZIP",
        "GZIP;q=0.5|GZIP",
        "x-gzip|GZIP",
        "*|GZIP",
        "deflate;q=1.0, *;q=0.1|GZIP",
        "gzip; q=1|GZIP",
        "|IDENTITY", // no header
        "''|IDENTITY",
        "deflate|IDENTITY",
        "gzip;q=0|IDENTITY",
        "gzip; q=0.000|IDENTITY",
        "gzip;q=0, deflate|IDENTITY",
        "identity|IDENTITY",
        "identity;q=1, gzip;q=0.5|IDENTITY",
        "zstd|ZSTD",
        "gzip, deflate, br, zstd|GZIP",
        "gzip;q=0.8, zstd;q=0.9|ZSTD",
        "gzip;q=0, *|ZSTD",
        "zstd, identity;q=0|ZSTD",
        "br|BR",
        "BR;q=0.9, gzip;q=0.8|BR",
        "zstd, br|ZSTD",
        "gzip;q=0, zstd;q=0, *|BR",
        "br, identity;q=0|BR",
        "*;q=0|",
        "identity;q=0|",
        "deflate, identity;q=0|",
        "gzip;q=0, zstd;q=0.0, *;q=0|"
      })
  void highestWeightDecides(@Nullable String header, @Nullable ContentCoding coding) {
    assertEquals(coding, Accept.coding(header, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"gzip, zstd|IDENTITY", "gzip, identity;q=0|GZIP", "gzip, *;q=0|GZIP"})
  void smallAnswerIsPlainUnlessRefused(String header, ContentCoding coding) {
    assertEquals(coding, Accept.coding(header, true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"br, zstd, gzip;q=0.1|GZIP", "br|IDENTITY", "br, *;q=0|"})
  void codingThatIsNotOfferedIsPassedOver(String header, @Nullable ContentCoding coding) {
    Predicate<ContentCoding> isOffered = offered -> offered == ContentCoding.GZIP;
    assertEquals(coding, Accept.coding(header, false, isOffered));
  }
}

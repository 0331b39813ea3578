package dev.symbolicator.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResponseHeadersTest {
  private final ResponseHeaders headers =
      new ResponseHeaders(
          List.of(
              Map.entry("SourceMap", "first.map"),
              Map.entry("Cache-Control", "public"),
              Map.entry("sourcemap", "second.map"),
              Map.entry("cache-control", "max-age=60")));

  @Test
  void valuesOfOneNameKeepTheirOrder() {
    assertEquals("first.map", headers.first("SOURCEMAP"));
    assertEquals(List.of("first.map", "second.map"), headers.all("sourcemap"));
  }

  @Test
  void valuesOfOneNameAreJoinedWithCommas() {
    assertEquals("public, max-age=60", headers.joined("Cache-Control"));
  }

  @Test
  void missingFieldIsNullAndMissingMediaTypeEmpty() {
    assertNull(headers.first("etag"));
    assertNull(headers.joined("etag"));
    assertEquals("", headers.mediaType());
  }

  @Test
  void mediaTypeIsInLowerCaseWithoutParameters() {
    ResponseHeaders typed =
        new ResponseHeaders(List.of(Map.entry("Content-Type", " Text/HTML ;charset=utf-8")));
    assertEquals("text/html", typed.mediaType());
  }
}

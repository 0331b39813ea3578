package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptEncodingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"gzip", "br, gzip", "GZIP;q=0.5", "x-gzip", "*", "br;q=1.0, *;q=0.1", "gzip; q=1"})
  void gzipIsAllowed(String header) {
    assertTrue(AcceptEncoding.allowsGzip(header));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *", "identity"})
  void gzipIsNotAllowed(String header) {
    assertFalse(AcceptEncoding.allowsGzip(header));
  }

  @Test
  void gzipIsNotAllowedWithoutTheHeader() {
    assertFalse(AcceptEncoding.allowsGzip(null));
  }
}

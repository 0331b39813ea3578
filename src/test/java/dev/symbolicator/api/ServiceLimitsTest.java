package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.vertx.Connections;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@Tag("service")
class ServiceLimitsTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final int MAX_HEADER_BYTES = 8 << 10;

  @TestHTTPResource URI service;

  /** Header fields count without their line ends. */
  @Test
  void headerFieldsOfEightKibibytesAreReadAndOneByteMoreIsRefused() throws IOException {
    assertTrue(answer(MAX_HEADER_BYTES).startsWith("HTTP/1.1 200 "));
    assertTrue(answer(MAX_HEADER_BYTES + 1).startsWith("HTTP/1.1 431 "));
  }

  /** Each field takes 95 bytes besides its text: a head of 8 KB of them would take 190 KB. */
  @Test
  void hundredHeaderFieldsAreReadAndOneMoreIsRefused() throws IOException {
    assertTrue(
        answerTo("x" + "\r\na:".repeat(Connections.MAX_FIELDS - 3)).startsWith("HTTP/1.1 200 "));
    assertTrue(
        answerTo("x" + "\r\na:".repeat(Connections.MAX_FIELDS - 2)).startsWith("HTTP/1.1 431 "));
  }

  private String answer(int headerBytes) throws IOException {
    String fields = "Host: aConnection: closeX: ";
    return answerTo("x".repeat(headerBytes - fields.length()));
  }

  private String answerTo(String padding) throws IOException {
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      client.setSoTimeout(READ_TIMEOUT_MILLIS);
      String request =
          "GET /q/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: %s\r\n\r\n"
              .formatted(padding);
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({"1023,", "1024,gzip"})
  void answerToABodyOfAKibibyteIsCompressedAndToASmallerOneIsNot(int bytes, String coding) {
    String profile = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    String body = profile + " ".repeat(bytes - profile.length());
    assertEquals(
        coding,
        given()
            .header("Accept-Encoding", "gzip")
            .body(body.getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate")
            .then()
            .statusCode(200)
            .extract()
            .header("Content-Encoding"));
  }
}

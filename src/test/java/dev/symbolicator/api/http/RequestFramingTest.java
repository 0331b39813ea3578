package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends requests whose end another reader could see elsewhere (RFC 9112, section 6). */
@QuarkusTest
@Tag("service")
class RequestFramingTest {
  private static final Pattern STATUS = Pattern.compile("HTTP/1.1 (\\d+)");
  private static final String CHUNKS = "0\r\n\r\n";
  private static final String HIDDEN = "GET /q/health/live HTTP/1.1\r\nHost: a\r\n\r\n";

  @TestHTTPResource("/")
  URI service;

  private String answers(String requests) throws IOException {
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      client.setSoTimeout(30_000);
      client.getOutputStream().write(requests.getBytes(StandardCharsets.ISO_8859_1));
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> statuses(String answers) {
    return STATUS.matcher(answers).results().map((MatchResult found) -> found.group(1)).toList();
  }

  private static String post(String path, String version, String headers) {
    return "POST " + path + " HTTP/" + version + "\r\nHost: a\r\n" + headers + "\r\n\r\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: gzip\r\nContent-Length: 5",
        "Host: b",
        "Host: a"
      })
  void requestOfUnclearFramingIsRefusedAndTheConnectionClosed(String headers) throws IOException {
    for (String path : List.of("/symbolicate", "/q/metrics", "/nothing")) {
      for (String version : List.of("1.1", "1.0")) {
        String answers = answers(post(path, version, headers) + CHUNKS + HIDDEN);
        assertEquals(List.of("400"), statuses(answers), answers);
        assertTrue(answers.contains("urn:profile-symbolicator:problem:bad-request"), answers);
      }
    }
  }

  @Test
  void http10HasNoChunks() throws IOException {
    String request =
        post("/symbolicate", "1.0", "Transfer-Encoding: chunked\r\nConnection: keep-alive");
    assertEquals(List.of("400"), statuses(answers(request + CHUNKS + HIDDEN)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n",
        "-1\r\n",
        "5\r\n123456\r\n0\r\n\r\n",
        "100000002\r\n{}\r\n0\r\n\r\n",
        "10000000000000002\r\n{}\r\n0\r\n\r\n"
      })
  void malformedChunksAreRefused(String chunks) throws IOException {
    String request = post("/symbolicate", "1.1", "Transfer-Encoding: chunked");
    assertEquals(List.of("400"), statuses(answers(request + chunks)));
  }

  @Test
  void upgradeToHttp2IsIgnored() throws IOException {
    String upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";
    String request = HIDDEN.replace("Host", upgrade + "\r\nHost");
    String last = HIDDEN.replace("Host", "Connection: close\r\nHost");
    assertEquals(List.of("200", "200"), statuses(answers(request + last)));
  }

  @Test
  void requestsBeforeTheRefusedOneAreAnswered() throws IOException {
    String refused = post("/symbolicate", "1.1", "Transfer-Encoding: gzip") + HIDDEN;
    assertEquals(List.of("200", "200", "400"), statuses(answers(HIDDEN + HIDDEN + refused)));
    String broken = post("/symbolicate", "1.1", "Transfer-Encoding: chunked") + "zz\r\n";
    assertEquals(List.of("200", "400"), statuses(answers(HIDDEN + broken)));
  }

  @Test
  void chunkedIsInAnyCase() throws IOException {
    String chunked =
        post("/symbolicate", "1.1", "Transfer-Encoding: Chunked\r\nConnection: close") + CHUNKS;
    String answers = answers(chunked);
    assertTrue(answers.contains("not-json") || answers.contains("not-a-profile"), answers);
  }
}

package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class CodingsTest {
  private static final byte[] PROFILE =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"pad\":\"%s\"}"
          .formatted("0123456789".repeat(100_000))
          .getBytes(StandardCharsets.UTF_8);

  @BeforeAll
  static void load() {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<byte[]> post(byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    return client.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void codingOfABodyIsRecognisedWithAndWithoutHeader() throws Exception {
    assertArrayEquals(PROFILE, post(Encode.gzip(PROFILE)).body());
    assertArrayEquals(PROFILE, post(Encode.zstd(PROFILE)).body());
    assertArrayEquals(PROFILE, post(Encode.zlib(PROFILE)).body());
    for (String name : List.of("deflate", "gzip", "zstd", "br")) {
      byte[] body =
          switch (name) {
            case "deflate" -> Encode.zlib(PROFILE);
            case "gzip" -> Encode.gzip(PROFILE);
            case "zstd" -> Encode.zstd(PROFILE);
            default -> Encode.br(PROFILE);
          };
      assertArrayEquals(PROFILE, post(body, "Content-Encoding", name).body(), name);
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void answerHasTheCodingThatTheClientPrefers() throws Exception {
    HttpResponse<byte[]> zstd = post(PROFILE, "Accept-Encoding", "gzip;q=0.5, zstd");
    assertEquals("zstd", zstd.headers().firstValue("content-encoding").orElseThrow());
    assertArrayEquals(PROFILE, inflated(zstd.body()));
    assertEquals(
        "gzip",
        post(PROFILE, "Accept-Encoding", "gzip, zstd, br")
            .headers()
            .firstValue("content-encoding")
            .orElseThrow());
    HttpResponse<byte[]> br = post(PROFILE, "Accept-Encoding", "br, gzip;q=0.5");
    assertEquals("br", br.headers().firstValue("content-encoding").orElseThrow());
    assertEquals("Accept-Encoding", br.headers().firstValue("vary").orElseThrow());
    assertArrayEquals(
        PROFILE, new BrotliInputStream(new ByteArrayInputStream(br.body())).readAllBytes());
    assertArrayEquals(PROFILE, post(PROFILE, "Accept-Encoding", "deflate").body());
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void requestThatAcceptsNoAnswerIsRefused() throws Exception {
    assertEquals(406, post(PROFILE, "Accept-Encoding", "deflate, *;q=0").statusCode());
    assertEquals(406, post(PROFILE, "Accept", "text/html").statusCode());
    assertEquals(200, post(PROFILE, "Accept", "text/html, */*;q=0.1").statusCode());
    assertEquals(
        406,
        post(PROFILE, "Accept", "text/html", "Content-Type", "application/x-ndjson").statusCode());
  }

  private static byte[] inflated(byte[] zstd) throws IOException {
    return new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(zstd)).readAllBytes();
  }
}

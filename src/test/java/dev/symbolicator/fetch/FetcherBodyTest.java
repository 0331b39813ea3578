package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetcherBodyTest {
  private static final int LIMIT = 100_000;

  private final TestOrigin origin = TestOrigin.start();
  private final TestFetcher fetcher =
      new TestFetcher(
          "allow-private-addresses", "true",
          "max-script-size", String.valueOf(LIMIT),
          "max-map-size", String.valueOf(2 * LIMIT));

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
  }

  private static byte[] text(int length) {
    return "0123456789abcdef".repeat(length / 16 + 1).substring(0, length).getBytes(UTF_8);
  }

  private void serveEncoded(String path, String coding, byte[] body) {
    byte[] encoded =
        switch (coding) {
          case "gzip", "x-gzip" -> Encode.gzip(body);
          case "br" -> Encode.br(body);
          case "zstd" -> Encode.zstd(body);
          case "gzip, br" -> Encode.br(Encode.gzip(body));
          default -> body;
        };
    origin.handle(
        path,
        request ->
            request.response().putHeader("content-encoding", coding).end(Buffer.buffer(encoded)));
  }

  private static void chunked(HttpServerRequest request, byte[] body) {
    request.response().setChunked(true);
    for (int at = 0; at < body.length; at += 10_000) {
      request
          .response()
          .write(Buffer.buffer().appendBytes(body, at, Math.min(10_000, body.length - at)));
    }
    request.response().end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip", "x-gzip", "br", "zstd", "gzip, br"})
  void everyCodingIsDecodedUpToTheLimit(String coding) {
    serveEncoded("/exact.js", coding, text(LIMIT));
    serveEncoded("/over.js", coding, text(LIMIT + 1));
    assertArrayEquals(text(LIMIT), fetcher.body(origin.url("/exact.js")));
    assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/over.js")));
  }

  /** DataDog/datadog-ci#1631: files stored compressed are served without the header, or twice. */
  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip"})
  void gzipThatNoHeaderDeclaresIsUndoneUpToTheLimit(String coding) {
    serveEncoded("/exact.js", coding, Encode.gzip(text(LIMIT)));
    serveEncoded("/over.js", coding, Encode.gzip(text(LIMIT + 1)));
    serveEncoded("/twice.js", coding, Encode.gzip(Encode.gzip("{}".getBytes(UTF_8))));
    assertArrayEquals(text(LIMIT), fetcher.body(origin.url("/exact.js")));
    assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/over.js")));
    assertArrayEquals("{}".getBytes(UTF_8), fetcher.body(origin.url("/twice.js")));
  }

  @Test
  void cutOffGzipThatNoHeaderDeclaresIsCorrupt() {
    byte[] gzip = Encode.gzip(text(1000));
    origin.serve("/cut.js", "text/javascript", Arrays.copyOf(gzip, gzip.length / 2));
    assertFailed(Kind.CORRUPT, fetcher.script(origin.url("/cut.js")));
  }

  /** A browser makes one UTF-16 unit of each byte of windows-1252, and columns count units. */
  @ParameterizedTest
  @CsvSource({
    "windows-1252, windows-1252, é–ü",
    "iso-8859-1, windows-1252, é–ü",
    "LATIN1, windows-1252, é–ü",
    "'\"koi8-r\"', KOI8-R, Привет",
    "shift_jis, Shift_JIS, 日本",
    "utf-8, UTF-8, é–ü",
    "iso-8859-1, UTF-8, é–ü",
    "none-such, UTF-8, é–ü",
  })
  void charsetOfAScriptCountsUnlessTheBytesAreUtf8(String label, String encoding, String text) {
    byte[] body = ("w='" + text + "'").getBytes(Charset.forName(encoding));
    origin.serve("/a.js", "text/javascript; charset=" + label, body);
    assertEquals("w='" + text + "'", new String(fetcher.body(origin.url("/a.js")), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void byteOrderMarkOfUtf16Decides(String encoding) {
    byte[] body = "\ufeffw='é'".getBytes(Charset.forName(encoding));
    origin.serve("/a.js", "text/javascript; charset=utf-8", body);
    assertEquals("\ufeffw='é'", new String(fetcher.body(origin.url("/a.js")), UTF_8));
  }

  @Test
  void chunkedBodyIsReadUpToTheLimit() {
    origin.handle("/exact.js", request -> chunked(request, text(LIMIT)));
    origin.handle("/over.js", request -> chunked(request, text(LIMIT + 1)));
    assertArrayEquals(text(LIMIT), fetcher.body(origin.url("/exact.js")));
    assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/over.js")));
  }

  @Test
  void mapsHaveTheirOwnLimit() {
    origin.serve("/exact.map", "application/json", text(2 * LIMIT));
    origin.serve("/over.map", "application/json", text(2 * LIMIT + 1));
    assertEquals(2 * LIMIT, TestFetcher.body(fetcher.map(origin.url("/exact.map"))).length);
    assertEquals(FetchFailure.tooLarge(2 * LIMIT), fetcher.map(origin.url("/over.map")));
  }

  @Test
  void endlessBodyIsCutOffAtTheLimit() {
    origin.handle(
        "/endless.js",
        request -> {
          request.response().setChunked(true);
          origin
              .vertx()
              .setPeriodic(1, tick -> request.response().write(Buffer.buffer(text(5_000))));
        });
    assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/endless.js")));
  }

  @Test
  void gzipBombIsCutOffAtTheLimit() {
    serveEncoded("/bomb.js", "gzip", new byte[64 << 20]);
    assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/bomb.js")));
  }

  /** An encoded body is collected before decoding, up to the limit of the decoded body. */
  @Test
  void encodedBodyIsCutOffAtTheLimitBeforeItsEnd() {
    for (String coding : new String[] {"gzip", "br", "zstd"}) {
      origin.handle(
          "/unfinished.js",
          request -> {
            request.response().putHeader("content-encoding", coding).setChunked(true);
            request.response().write(Buffer.buffer(new byte[LIMIT + 1]));
          });
      assertEquals(FetchFailure.tooLarge(LIMIT), fetcher.script(origin.url("/unfinished.js")));
    }
  }

  @Test
  void bodyThatContradictsItsCodingIsCorrupt() {
    for (String coding : new String[] {"gzip", "br", "zstd"}) {
      origin.handle(
          "/lies.js",
          request -> request.response().putHeader("content-encoding", coding).end("app();"));
      assertFailed(Kind.CORRUPT, fetcher.script(origin.url("/lies.js")));
    }
  }

  @Test
  void unknownCodingIsUnsupported() {
    serveEncoded("/compress.js", "compress", text(10));
    assertEquals(
        new FetchFailure(Kind.UNSUPPORTED, "The answer's content coding is unknown: compress."),
        fetcher.script(origin.url("/compress.js")));
  }

  @Test
  void emptyBodyIsFetched() {
    origin.serve("/empty.js", "text/javascript", "");
    assertEquals(0, fetcher.body(origin.url("/empty.js")).length);
  }

  @Test
  void namesOfHeadersIgnoreCase() {
    origin.handle(
        "/app.js",
        request ->
            request
                .response()
                .putHeader("SourceMAP", "app.js.map")
                .putHeader("Content-Type", "Text/JavaScript; charset=utf-8")
                .putHeader("ETag", "\"1\"")
                .end("app();"));
    try (Fetched fetched = assertInstanceOf(Fetched.class, fetcher.script(origin.url("/app.js")))) {
      assertEquals("app.js.map", fetched.headers().first("sourcemap"));
      assertEquals("\"1\"", fetched.headers().first("etag"));
      assertEquals("text/javascript", fetched.headers().mediaType());
      assertNull(fetched.headers().first("x-sourcemap"));
    }
  }

  @Test
  void bodyStaysChargedUntilItIsClosed() {
    origin.serve("/app.js", "text/javascript", text(50_000));
    Fetched fetched = assertInstanceOf(Fetched.class, fetcher.script(origin.url("/app.js")));
    assertEquals(TestFetcher.memory(fetched), fetcher.budget.used());
    fetched.close();
    assertEquals(0, fetcher.budget.used());
  }

  /** A small file may wait for its map with headers and redirects that are far larger. */
  @Test
  void headersAndRedirectsAreChargedWithTheBody() {
    String large = "x".repeat(10_000);
    origin.handle(
        "/app.js", request -> request.response().putHeader("x-large", large).end("app();"));
    origin.handle(
        "/old.js",
        request ->
            request
                .response()
                .setStatusCode(302)
                .putHeader("location", "/app.js")
                .putHeader("x-large", large)
                .end());
    try (Fetched fetched = assertInstanceOf(Fetched.class, fetcher.script(origin.url("/old.js")))) {
      long used = fetcher.budget.used();
      assertTrue(used > 2L * large.length() && used < 3L * large.length(), "used: " + used);
      assertEquals(fetched.lease().held(), used);
    }
    try (var lease = fetcher.budget.open()) {
      lease.grow(fetcher.budget.limit() - large.length());
      assertFailed(Kind.OVER_BUDGET, fetcher.script(origin.url("/app.js")));
      assertEquals(lease.held(), fetcher.budget.used());
    }
  }

  @Test
  void fetchBeyondTheByteBudgetFailsAndLeavesNothingCharged() {
    origin.serve("/app.js", "text/javascript", text(50_000));
    try (var lease = fetcher.budget.open()) {
      lease.grow(fetcher.budget.limit() - 40_000);
      assertFailed(Kind.OVER_BUDGET, fetcher.script(origin.url("/app.js")));
      assertEquals(lease.held(), fetcher.budget.used());
    }
  }

  @Test
  void onlyNeededHeadersAreSent() {
    Map<String, String> sent = new ConcurrentHashMap<>();
    origin.handle(
        "/app.js",
        request -> {
          request
              .headers()
              .forEach(
                  field -> sent.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue()));
          request.response().putHeader("set-cookie", "a=b").end();
        });
    fetcher.body(origin.url("/app.js"));
    fetcher.body(origin.url("/app.js"));
    assertEquals(
        Map.of(
            "host", "127.0.0.1:" + origin.port(),
            "accept", "*/*",
            "accept-encoding", "gzip, br, zstd",
            "user-agent", "ProfileSymbolicator"),
        sent);
  }

  @Test
  void everyRequestIsAGetWithoutABody() {
    List<String> asked = new CopyOnWriteArrayList<>();
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      origin.handle(
          "/" + status + ".js",
          request -> {
            asked.add(request.method() + " " + request.getHeader("content-length"));
            request.response().setStatusCode(status).putHeader("location", "/app.js").end();
          });
    }
    origin.handle(
        "/app.js",
        request ->
            request.bodyHandler(
                body -> {
                  asked.add(request.method() + " " + body.length());
                  request.response().setStatusCode(503).end(); // so that the fetch is retried
                }));
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      fetcher.script(origin.url("/" + status + ".js"));
    }
    fetcher.map(origin.url("/app.js"));
    assertEquals(Set.of("GET null", "GET 0"), Set.copyOf(asked));
    assertEquals(5 + 2 * 6, asked.size());
  }

  @Test
  void queryIsSentAndFragmentIsNot() {
    origin.serve("/app.js", "text/javascript", "app();");
    fetcher.body(origin.url("/app.js?v=1&x=%20#part"));
    assertEquals("/app.js?v=1&x=%20", origin.targets().get(0));
  }

  @Test
  void pathsOfPagesAreNotRequested() {
    for (String path : new String[] {"/", "/reset?token=secret", "/index.html", "/x?f=app.js"}) {
      assertFailed(Kind.NOT_A_SCRIPT, fetcher.script(origin.url(path)));
    }
    assertEquals(0, origin.connections());
  }

  @Test
  void pageIsRefusedAsScriptAndAsMap() {
    origin.serve("/app.js", "Text/HTML; charset=utf-8", "<p>Not found");
    origin.serve("/app.js.map", "application/xhtml+xml", "<p/>");
    assertFailed(Kind.NOT_A_SCRIPT, fetcher.script(origin.url("/app.js")));
    assertFailed(Kind.NOT_A_SCRIPT, fetcher.map(origin.url("/app.js.map")));
  }

  @Test
  void missingFilesAreNotFoundAndOtherStatusesAreReported() {
    origin.handle("/gone.js", request -> request.response().setStatusCode(410).end());
    assertEquals(FetchFailure.status(404), fetcher.script(origin.url("/none.js")));
    assertEquals(FetchFailure.status(410), fetcher.script(origin.url("/gone.js")));
    for (int status : new int[] {204, 206, 304, 401, 403, 500, 503}) {
      origin.handle("/odd.js", request -> request.response().setStatusCode(status).end());
      assertEquals(FetchFailure.status(status), fetcher.script(origin.url("/odd.js")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd.js", "blob:https://a.example/0-1", "chrome-extension://abc/app.js",
        "webpack-internal:///./app.js", "data:text/javascript,app()", "ftp://a.example/app.js"
      })
  void schemesOtherThanHttpAreUnsupported(String url) {
    assertFailed(Kind.UNSUPPORTED, fetcher.script(url));
  }

  @Test
  void urlWithCredentialsIsRefusedAndNotShown() {
    FetchResult blocked =
        fetcher.script(origin.url("/app.js?token=t0ken").replace("//", "//u5er:s3cret@"));
    assertFailed(Kind.CREDENTIALS, blocked);
    for (String secret : new String[] {"t0ken", "u5er", "s3cret"}) {
      assertFalse(blocked.toString().contains(secret));
    }
    assertEquals(0, origin.connections());
  }
}

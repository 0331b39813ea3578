package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RawOrigin;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks fetches from origins that break the rules of HTTP and TCP, or that do harm within them.
 */
@Timeout(60)
class FetcherHostileOriginTest {
  private static final FetchFailure IDLE = FetchFailure.idle(300);

  /** Returns a fetcher that cuts off idle fetches after 300 ms, and others hardly ever. */
  private static TestFetcher impatient() {
    return fetcher("300ms");
  }

  /** Returns a fetcher for tests that are not about time, even on a machine that stalls. */
  private static TestFetcher patient() {
    return fetcher("1h");
  }

  private static TestFetcher fetcher(String idleTimeout) {
    return new TestFetcher(
        "allow-private-addresses", "true",
        "idle-timeout", idleTimeout,
        "timeout", "1h",
        "retryDelay", "1ms");
  }

  private static String get(TestFetcher fetcher, String url) {
    return new String(fetcher.body(url), UTF_8);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
  }

  @Test
  void silenceIsCutOffAtTheIdleTimeoutInAnyPartOfTheAnswer() throws IOException {
    for (String beginning :
        new String[] {
          "",
          "HTTP/1.1 200 OK\r\ncontent-le",
          "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n",
          "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\napp"
        }) {
      try (TestFetcher fetcher = impatient();
          RawOrigin origin =
              RawOrigin.start(
                  (socket, out) -> {
                    write(out, beginning);
                    socket.getInputStream().read(); // until the fetcher hangs up
                  })) {
        assertEquals(IDLE, fetcher.script(origin.url("/app.js")), beginning);
      }
    }
  }

  @Test
  void slowButSteadyBodyIsNotIdle() {
    try (TestFetcher fetcher = fetcher("6s");
        TestOrigin origin = TestOrigin.start()) {
      origin.handle("/slow.js", request -> origin.drip(request, "x", 100, 70));
      assertEquals("x".repeat(70), get(fetcher, origin.url("/slow.js")));
    }
  }

  @Test
  void resetConnectionIsUnreachableAndTheNextFetchSucceeds() throws IOException {
    for (String beginning : new String[] {"", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\napp"}) {
      AtomicInteger connections = new AtomicInteger();
      try (TestFetcher fetcher = patient();
          RawOrigin origin =
              RawOrigin.start(
                  (socket, out) -> {
                    if (connections.incrementAndGet() <= 2) {
                      write(out, beginning);
                      socket.setSoLinger(true, 0); // so that closing sends a reset
                    } else {
                      write(out, "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\napp();");
                    }
                  })) {
        assertFailed(Kind.UNREACHABLE, fetcher.script(origin.url("/app.js")));
        assertEquals("app();", get(fetcher, origin.url("/app.js")));
      }
    }
  }

  @Test
  void bytesBeyondTheContentLengthBelongToNoAnswer() throws IOException {
    AtomicInteger connections = new AtomicInteger();
    try (TestFetcher fetcher = patient();
        RawOrigin origin =
            RawOrigin.start(
                (socket, out) -> {
                  boolean first = connections.incrementAndGet() == 1;
                  write(
                      out,
                      "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n"
                          + (first
                              ? "short;HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsmuggled;"
                              : "good()"));
                  socket.getInputStream().read();
                })) {
      assertEquals("short;", get(fetcher, origin.url("/app.js")));
      assertEquals("good()", get(fetcher, origin.url("/next.js")));
    }
  }

  @Test
  void answerWithContradictingContentLengthsIsUnreachable() throws IOException {
    try (TestFetcher fetcher = patient();
        RawOrigin origin =
            RawOrigin.start(
                (socket, out) ->
                    write(
                        out,
                        "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 6\r\n\r\napp();"))) {
      assertFailed(Kind.UNREACHABLE, fetcher.script(origin.url("/app.js")));
    }
  }

  @Test
  void tenGigabytesAreCutOffAtTheLimitWithAndWithoutContentLength() {
    try (TestFetcher fetcher =
            new TestFetcher("allow-private-addresses", "true", "max-script-size", "1M");
        TestOrigin origin = TestOrigin.start()) {
      AtomicLong written = new AtomicLong();
      origin.handle(
          "/announced.js",
          request -> {
            request.response().putHeader("content-length", "10737418240");
            TestOrigin.pour(request.response(), written);
          });
      origin.handle(
          "/chunked.js", request -> TestOrigin.pour(request.response().setChunked(true), written));
      FetchFailure tooLarge = FetchFailure.tooLarge(1 << 20);
      assertEquals(tooLarge, fetcher.script(origin.url("/announced.js")));
      assertEquals(tooLarge, fetcher.script(origin.url("/chunked.js")));
      assertTrue(written.get() < 100L << 20, "bytes that the origin wrote: " + written);
    }
  }

  @Test
  void longUnneededBodyIsCutOff() {
    CompletableFuture<Void> poured = new CompletableFuture<>();
    CompletableFuture<Void> stalled = new CompletableFuture<>();
    try (TestFetcher fetcher = patient();
        TestOrigin origin = TestOrigin.start()) {
      origin.handle(
          "/poured.js",
          request -> {
            request.connection().closeHandler(closed -> poured.complete(null));
            TestOrigin.pour(
                request.response().setStatusCode(404).setChunked(true), new AtomicLong());
          });
      origin.handle(
          "/stalled.js",
          request -> {
            request.connection().closeHandler(closed -> stalled.complete(null));
            request.response().setStatusCode(404).setChunked(true).write("begin");
          });
      assertEquals(FetchFailure.status(404), fetcher.script(origin.url("/poured.js")));
      assertEquals(FetchFailure.status(404), fetcher.script(origin.url("/stalled.js")));
      Await.value(poured);
      Await.value(stalled);
    }
  }

  @Test
  void shortUnneededBodyLeavesItsConnectionInThePool() {
    try (TestFetcher fetcher = patient();
        TestOrigin origin = TestOrigin.start().serve("/app.js", "text/javascript", "app();")) {
      origin.redirect("/moved.js", "/app.js").serve("/page.js", "text/html", "<p>");
      List<CompletableFuture<FetchResult>> results = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        for (String path : new String[] {"/none.js", "/moved.js", "/page.js", "/app.js"}) {
          WebUrl url = WebUrl.parse(origin.url(path));
          results.add(fetcher.fetcher.fetch(FetchRequest.script(url)));
        }
      }
      long fetched =
          results.stream()
              .map(Await::value)
              .filter(Fetched.class::isInstance)
              .mapToInt(result -> TestFetcher.body(result).length)
              .sum();
      assertEquals(200 * 6, fetched);
      assertEquals(200, origin.requests("/app.js"), "no fetch needed a retry");
      assertTrue(origin.connections() <= 8, "connections: " + origin.connections());
    }
  }

  @Test
  void missingFileMayAppearLater() {
    try (TestFetcher fetcher = patient();
        TestOrigin origin = TestOrigin.start()) {
      assertEquals(FetchFailure.status(404), fetcher.script(origin.url("/app.js")));
      origin.serve("/app.js", "text/javascript", "app();");
      assertEquals("app();", get(fetcher, origin.url("/app.js")));
    }
  }

  @Test
  void resultShowsNoQueryOfARedirect() {
    try (TestFetcher fetcher = new TestFetcher(TestFetcher.LOOPBACK);
        TestOrigin origin = TestOrigin.start().serve("/app.js", "text/javascript", "app();")) {
      List<FetchResult> results = new ArrayList<>();
      for (String target :
          new String[] {
            "/app.js?token=s3cret", "/none.js?token=s3cret", "/page?token=s3cret",
            "http://user:s3cret@127.0.0.1/app.js", "ftp://h/?s3cret", "http://[s3cret",
            "http://127.0.0.1:1/app.js?s3cret", "http://unknown.invalid/a.js?s3cret"
          }) {
        origin.redirect("/moved.js", target);
        results.add(fetcher.script(origin.url("/moved.js?token=s3cret")));
      }
      for (FetchResult result : results) {
        assertFalse(result.toString().contains("s3cret"), result.toString());
        if (result instanceof Fetched fetched) {
          fetched.close();
        }
      }
    }
  }
}

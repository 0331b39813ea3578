package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FetcherFaultTest {
  private final TestOrigin origin =
      TestOrigin.start().serve("/good.js", "text/javascript", "good();");
  private final TestFetcher fetcher = new TestFetcher(TestFetcher.LOOPBACK);

  /** Cuts off fetches after 500 ms; a machine that stalls may have any fetch cut off. */
  private final TestFetcher hurried =
      new TestFetcher("allow-private-addresses", "true", "timeout", "500ms");

  /** Checks that the next fetch succeeds after every fault, and that nothing stays charged. */
  @AfterEach
  void goOn() {
    String good = origin.url("/good.js");
    assertEquals("good();", new String(fetcher.body(good), UTF_8));
    FetchResult result = hurried.script(good);
    for (int i = 0; i < 20 && result.equals(TIMED_OUT); i++) {
      result = hurried.script(good);
    }
    assertEquals("good();", new String(TestFetcher.body(result), UTF_8));
    fetcher.close();
    hurried.close();
    origin.close();
  }

  private static final FetchFailure TIMED_OUT = FetchFailure.timedOut(500);

  /** Repeats a fetch that timed out before its request, as on a machine that stalls. */
  private void assertCutOff(String path) {
    do {
      assertEquals(TIMED_OUT, hurried.script(origin.url(path)));
    } while (origin.requests(path) == 0);
  }

  @Test
  void silentOriginIsCutOff() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    origin.handle(
        "/stall.js", request -> request.connection().closeHandler(v -> closed.complete(null)));
    assertCutOff("/stall.js");
    Await.value(closed);
  }

  @Test
  void originThatStallsAfterTheHeadersIsCutOff() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    origin.handle(
        "/stall.js",
        request -> {
          request.connection().closeHandler(v -> closed.complete(null));
          request.response().setChunked(true).write("begin");
        });
    assertCutOff("/stall.js");
    Await.value(closed);
  }

  @Test
  void drippingBodyIsCutOffAtTheTimeout() {
    origin.handle("/drip.js", request -> origin.drip(request, "x", 10, Integer.MAX_VALUE));
    assertCutOff("/drip.js");
  }

  @Test
  void drippingEncodedBodyIsCutOffAtTheTimeout() {
    origin.handle(
        "/drip.js",
        request -> {
          request.response().putHeader("content-encoding", "br");
          origin.drip(request, "\u000b", 10, Integer.MAX_VALUE);
        });
    assertCutOff("/drip.js");
  }

  @Test
  void slowRedirectsShareOneTimeout() {
    AtomicInteger hops = new AtomicInteger();
    origin.handle(
        "/slow.js",
        request ->
            origin
                .vertx()
                .setTimer(
                    200,
                    later ->
                        request
                            .response()
                            .setStatusCode(302)
                            .putHeader("location", "/slow.js?" + hops.incrementAndGet())
                            .end()));
    assertCutOff("/slow.js");
    assertTrue(origin.requests("/slow.js") < 5);
  }

  @Test
  void connectionClosedBeforeTheAnswerIsUnreachable() {
    origin.handle("/reset.js", request -> request.connection().close());
    assertFailed(Kind.UNREACHABLE, fetcher.script(origin.url("/reset.js")));
  }

  @Test
  void bodyShorterThanItsContentLengthIsUnreachable() {
    origin.handle(
        "/short.js",
        request -> {
          request.response().putHeader("content-length", "100");
          TestOrigin.writeAndHangUp(request, Buffer.buffer("only this"));
        });
    assertEquals(
        FetchFailure.unreachable("The connection was closed before the answer was complete."),
        fetcher.script(origin.url("/short.js")));
  }

  @Test
  void brokenChunkedBodyIsUnreachable() {
    origin.handle(
        "/short.js",
        request -> {
          request.response().setChunked(true);
          TestOrigin.writeAndHangUp(request, Buffer.buffer("only this"));
        });
    assertFailed(Kind.UNREACHABLE, fetcher.script(origin.url("/short.js")));
  }

  @Test
  void contentLengthAloneReservesNoMemory() {
    CompletableFuture<HttpServerRequest> begun = new CompletableFuture<>();
    origin.handle(
        "/huge.js",
        request -> {
          begun.complete(request);
          request.response().putHeader("content-length", "33000000").write("x");
        });
    try (TestFetcher patient =
        new TestFetcher("allow-private-addresses", "true", "timeout", "1h", "idle-timeout", "1h")) {
      WebUrl url = WebUrl.parse(origin.url("/huge.js"));
      CompletableFuture<FetchResult> answer = patient.fetcher.fetch(FetchRequest.script(url));
      Await.until(() -> patient.budget.used() > 0);
      assertTrue(patient.budget.used() < 1 << 20, "charged: " + patient.budget.used());
      origin.handle("/huge.js", request -> request.response().setStatusCode(404).end());
      Await.value(begun).connection().close();
      assertEquals(FetchFailure.status(404), Await.value(answer));
    }
    origin.handle(
        "/larger.js",
        request -> request.response().putHeader("content-length", "99000000000").write("x"));
    assertEquals(FetchFailure.tooLarge(32 << 20), fetcher.script(origin.url("/larger.js")));
  }

  @Test
  void serverWithoutHttpIsUnreachable() throws IOException {
    try (ServerSocket odd = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> greet(odd), "odd-server");
      thread.setDaemon(true);
      thread.start();
      String url = "http://127.0.0.1:" + odd.getLocalPort() + "/app.js";
      assertFailed(Kind.UNREACHABLE, fetcher.script(url));
    }
  }

  private static void greet(ServerSocket server) {
    try (var socket = server.accept()) {
      socket.getOutputStream().write("220 smtp.test ESMTP\r\n".getBytes(UTF_8));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void answerWithHeadersBeyondTheLimitIsUnreachable() {
    serveWithHeader("/fits.js", 16_000);
    serveWithHeader("/over.js", 17_000);
    assertEquals("app();", new String(fetcher.body(origin.url("/fits.js")), UTF_8));
    assertFailed(Kind.UNREACHABLE, fetcher.script(origin.url("/over.js")));
  }

  private void serveWithHeader(String path, int length) {
    origin.handle(
        path, request -> request.response().putHeader("x-long", "x".repeat(length)).end("app();"));
  }

  @Test
  void closedPortIsUnreachable() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertEquals(
        FetchFailure.unreachable("The connection was refused."),
        fetcher.script("http://127.0.0.1:" + port + "/app.js"));
  }

  @Test
  void cancelledFetchIsCutOffOrNotStarted() {
    try (TestFetcher oneAtATime =
        new TestFetcher(
            "allow-private-addresses", "true",
            "max-concurrent", "1",
            "timeout", "1h",
            "idle-timeout", "1h")) {
      CompletableFuture<Void> asked = new CompletableFuture<>();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      origin.handle(
          "/late.js",
          request -> {
            request.connection().closeHandler(v -> closed.complete(null));
            request.response().setChunked(true).write("late");
            asked.complete(null);
          });
      CompletableFuture<FetchResult> late = fetch(oneAtATime, "/late.js");
      CompletableFuture<FetchResult> queued = fetch(oneAtATime, "/queued.js");
      Await.value(asked);
      queued.cancel(true);
      late.cancel(true);
      Await.value(closed);
      assertEquals("good();", new String(oneAtATime.body(origin.url("/good.js")), UTF_8));
      assertEquals(0, origin.requests("/queued.js"));
    }
  }

  private CompletableFuture<FetchResult> fetch(TestFetcher with, String path) {
    return with.fetcher.fetch(FetchRequest.script(WebUrl.parse(origin.url(path))));
  }

  @Test
  void cancelledFetchDoesNotCountAgainstItsOrigin() {
    String[] config = {"allow-private-addresses", "true", "breakerFailures", "1"};
    try (TestFetcher strict = new TestFetcher(config)) {
      CompletableFuture<Void> asked = new CompletableFuture<>();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      origin.handle(
          "/late.js",
          request -> {
            request.connection().closeHandler(v -> closed.complete(null));
            asked.complete(null);
          });
      CompletableFuture<FetchResult> late = fetch(strict, "/late.js");
      Await.value(asked);
      late.cancel(true);
      Await.value(closed);
      assertEquals("good();", new String(strict.body(origin.url("/good.js")), UTF_8));
    }
  }

  @Test
  void fetchesBeyondTheLimitWaitAndBeyondTheQueueFail() {
    Queue<HttpServerRequest> open = new ConcurrentLinkedQueue<>();
    AtomicInteger mostOpen = new AtomicInteger();
    try (TestFetcher narrow =
        new TestFetcher("allow-private-addresses", "true", "max-concurrent", "2", "queued", "3")) {
      origin.handle(
          "/app.js",
          request -> {
            open.add(request);
            mostOpen.accumulateAndGet(open.size(), Math::max);
            origin
                .vertx()
                .setTimer(
                    50,
                    later -> {
                      open.remove(request);
                      request.response().end("app();");
                    });
          });
      List<CompletableFuture<FetchResult>> answers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        answers.add(narrow.fetcher.fetch(FetchRequest.script(WebUrl.parse(origin.url("/app.js")))));
      }
      assertFailed(Kind.OVER_BUDGET, Await.value(answers.remove(5)));
      for (CompletableFuture<FetchResult> answer : answers) {
        assertEquals("app();", new String(TestFetcher.body(Await.value(answer)), UTF_8));
      }
      assertTrue(mostOpen.get() <= 2, "open at once: " + mostOpen.get());
      assertEquals(5, origin.requests("/app.js"));
    }
  }

  @Test
  void queueFullOfOneOriginsFetchesHasRoomForAnotherOrigin() {
    Queue<HttpServerRequest> open = new ConcurrentLinkedQueue<>();
    origin.handle("/held.js", open::add);
    try (TestOrigin second = TestOrigin.start().handle("/held.js", open::add);
        TestOrigin third = TestOrigin.start().serve("/app.js", "text/javascript", "third();");
        TestFetcher narrow =
            new TestFetcher(
                "allow-private-addresses", "true",
                "max-concurrent", "2",
                "queued", "3",
                "max-connections-per-host", "1")) {
      List<CompletableFuture<FetchResult>> held = new ArrayList<>();
      for (TestOrigin each : List.of(second, origin, origin, origin, origin)) {
        FetchRequest request = FetchRequest.script(WebUrl.parse(each.url("/held.js")));
        held.add(narrow.fetcher.fetch(request));
      }
      CompletableFuture<FetchResult> other =
          narrow.fetcher.fetch(FetchRequest.script(WebUrl.parse(third.url("/app.js"))));
      assertFailed(Kind.OVER_BUDGET, Await.value(held.remove(4)));
      while (!held.stream().allMatch(CompletableFuture::isDone)) {
        HttpServerRequest request = open.poll();
        if (request != null) {
          request.response().end("held();");
        }
        Thread.onSpinWait();
      }
      held.forEach(each -> assertEquals(7, TestFetcher.body(Await.value(each)).length));
      assertEquals("third();", new String(TestFetcher.body(Await.value(other)), UTF_8));
    }
  }
}

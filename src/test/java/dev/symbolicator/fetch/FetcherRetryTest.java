package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which exchanges are retried, and when an origin is left alone. */
@Timeout(60)
class FetcherRetryTest {
  private static final String NOON = "Sat, 21 Nov 2026 12:00:00 GMT";

  private final AtomicLong breakerClock = new AtomicLong();
  private final TestOrigin origin =
      TestOrigin.start().serve("/good.js", "text/javascript", "good();");
  private final TestFetcher fetcher =
      new TestFetcher(
          Vertx.vertx(),
          new HttpClientOptions(),
          breakerClock::get,
          "allow-private-addresses",
          "true",
          "retryDelay",
          "1ms",
          "breakerFailures",
          "3");

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
  }

  /** Answers the first request with a failure, and further requests with a script. */
  private void failOnce(String path, java.util.function.Consumer<HttpServerRequest> failure) {
    AtomicInteger asked = new AtomicInteger();
    origin.handle(
        path,
        request -> {
          if (asked.getAndIncrement() == 0) {
            failure.accept(request);
          } else {
            request.response().end("second();");
          }
        });
  }

  private void answer(String path, int status) {
    origin.handle(path, request -> request.response().setStatusCode(status).end());
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503, 504})
  void gatewayStatusIsRetriedOnce(int status) {
    failOnce("/app.js", request -> request.response().setStatusCode(status).end());
    assertEquals("second();", new String(fetcher.body(origin.url("/app.js")), UTF_8));
    answer("/down.js", status);
    assertEquals(FetchFailure.status(status), fetcher.script(origin.url("/down.js")));
    assertEquals(2, origin.requests("/down.js"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 429, 500, 501, 505})
  void otherStatusIsNotRetried(int status) {
    answer("/app.js", status);
    assertInstanceOf(FetchFailure.class, fetcher.script(origin.url("/app.js")));
    assertEquals(1, origin.requests("/app.js"));
  }

  private void answer(String path, int status, String retryAfter, String date) {
    origin.handle(
        path,
        request ->
            request
                .response()
                .setStatusCode(status)
                .putHeader("retry-after", retryAfter)
                .putHeader("date", date)
                .end());
  }

  @ParameterizedTest
  @CsvSource({"429,20", "503,20", "503,'Sat, 21 Nov 2026 12:00:20 GMT'", "429,' 20 '"})
  void originIsNotAskedBeforeItsRetryAfter(int status, String retryAfter) {
    answer("/busy.js", status, retryAfter, NOON);
    FetchFailure busy = FetchFailure.status(status, 20_000);
    assertEquals(busy, fetcher.script(origin.url("/busy.js")));
    assertEquals(FetchFailure.leftAlone(20_000), fetcher.script(origin.url("/good.js")));
    breakerClock.addAndGet(Duration.ofSeconds(20).toNanos() - 1);
    assertEquals(FetchFailure.leftAlone(1), fetcher.script(origin.url("/good.js")));
    assertEquals(1, origin.requests(), "no retry either");

    breakerClock.addAndGet(1);
    assertEquals(
        busy,
        fetcher.script(origin.url("/busy.js")),
        "the probe may be answered with Retry-After again");
    assertEquals(FetchFailure.leftAlone(20_000), fetcher.script(origin.url("/good.js")));
    breakerClock.addAndGet(Duration.ofSeconds(20).toNanos());
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "30",
        "31",
        "3600",
        "99999999999999999999999999",
        "Sat, 21 Nov 2026 12:00:31 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      })
  void retryAfterIsCappedAtTheBreakerPause(String retryAfter) {
    answer("/busy.js", 429, retryAfter, NOON);
    FetchFailure busy = FetchFailure.status(429, 30_000);
    assertEquals(busy, fetcher.script(origin.url("/busy.js")));
    assertEquals(FetchFailure.leftAlone(30_000), fetcher.script(origin.url("/good.js")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1", "1.5", "soon", "1e9", NOON, "Sat, 21 Nov 2026 11:00:00 GMT"})
  void unreadableOrPastRetryAfterIsIgnored(String retryAfter) {
    answer("/busy.js", 503, retryAfter, NOON);
    assertEquals(FetchFailure.status(503), fetcher.script(origin.url("/busy.js")));
    assertEquals(2, origin.requests("/busy.js"));
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
  }

  @Test
  void retryAfterDateIsReadByTheLocalClockWithoutAReadableDate() {
    answer("/busy.js", 503, "Fri, 31 Dec 9999 23:59:59 GMT", "now");
    FetchFailure busy = FetchFailure.status(503, 30_000);
    assertEquals(busy, fetcher.script(origin.url("/busy.js")));
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 413, 500})
  void retryAfterOfAPathsOwnErrorIsIgnored(int status) {
    answer("/broken.js", status, "20", NOON);
    fetcher.script(origin.url("/broken.js"));
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
  }

  @Test
  void connectionThatBreaksBeforeTheAnswerIsRetried() {
    failOnce("/app.js", request -> request.connection().close());
    assertEquals("second();", new String(fetcher.body(origin.url("/app.js")), UTF_8));
  }

  @Test
  void brokenBodyIsFetchedAgainAndChargedOnce() {
    failOnce(
        "/app.js",
        request -> {
          request.response().setChunked(true);
          TestOrigin.writeAndHangUp(request, Buffer.buffer(new byte[50_000]));
        });
    assertEquals("second();", new String(fetcher.body(origin.url("/app.js")), UTF_8));
  }

  @Test
  void brokenEncodedBodyIsFetchedAgain() {
    failOnce(
        "/app.js",
        request -> {
          request.response().putHeader("content-encoding", "gzip").setChunked(true);
          TestOrigin.writeAndHangUp(request, Buffer.buffer(new byte[] {0x1f, (byte) 0x8b, 8}));
        });
    assertEquals("second();", new String(fetcher.body(origin.url("/app.js")), UTF_8));
  }

  @Test
  void onlyOneHopOfAFetchIsRetried() {
    failOnce("/first.js", request -> request.response().setStatusCode(503).end());
    origin.redirect("/middle.js", "/first.js");
    assertEquals("second();", new String(fetcher.body(origin.url("/middle.js")), UTF_8));
    assertEquals(1, origin.requests("/middle.js"));
    failOnce("/away.js", request -> request.response().setStatusCode(503).end());
    AtomicInteger asked = new AtomicInteger();
    origin.handle(
        "/begin.js",
        request -> {
          boolean again = asked.getAndIncrement() > 0;
          request.response().putHeader("location", "/away.js").setStatusCode(again ? 302 : 503);
          request.response().end();
        });
    assertEquals(FetchFailure.status(503), fetcher.script(origin.url("/begin.js")));
  }

  @Test
  void retryBeyondTheTimeoutIsNotTried() {
    try (TestFetcher hurried =
        new TestFetcher("allow-private-addresses", "true", "timeout", "10s", "retryDelay", "1h")) {
      answer("/app.js", 503);
      assertEquals(FetchFailure.status(503), hurried.script(origin.url("/app.js")));
      assertEquals(1, origin.requests("/app.js"));
    }
  }

  @Test
  void failingOriginIsLeftAloneAndThenProbedByOneFetch() {
    answer("/down.js", 503);
    for (int i = 0; i < 3; i++) {
      assertEquals(FetchFailure.status(503), fetcher.script(origin.url("/down.js")));
    }
    assertEquals(6, origin.requests(), "each fetch was tried twice and counts once");
    assertEquals(FetchFailure.leftAlone(30_000), fetcher.script(origin.url("/good.js")));
    assertEquals(6, origin.requests());

    breakerClock.addAndGet(Duration.ofSeconds(30).toNanos());
    assertEquals(FetchFailure.status(503), fetcher.script(origin.url("/down.js")));
    assertFailed(Kind.LEFT_ALONE, fetcher.script(origin.url("/good.js")));

    breakerClock.addAndGet(Duration.ofSeconds(30).toNanos());
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
  }

  @Test
  void connectionsThatBreakBeforeAnAnswerCountAsFailures() {
    origin.handle("/reset.js", request -> request.connection().close());
    for (int i = 0; i < 3; i++) {
      fetcher.script(origin.url("/reset.js"));
    }
    assertFailed(Kind.LEFT_ALONE, fetcher.script(origin.url("/good.js")));
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 429, 500, 501, 505, 511})
  void statusOfAPathAloneDoesNotCountAsAFailure(int status) {
    answer("/broken.js", status);
    for (int i = 0; i < 5; i++) {
      fetcher.script(origin.url("/broken.js"));
    }
    assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
  }

  @Test
  void brokenOrSilentBodyDoesNotCountAsAFailure() {
    origin.handle(
        "/short.js",
        request -> {
          request.response().putHeader("content-length", "100");
          TestOrigin.writeAndHangUp(request, Buffer.buffer("only this"));
        });
    origin.handle("/silent.js", request -> request.response().setChunked(true).write("begin"));
    try (TestFetcher patient =
        new TestFetcher(
            "allow-private-addresses", "true", "retryDelay", "1ms", "breakerFailures", "1")) {
      FetchResult broken = patient.script(origin.url("/short.js"));
      assertFailed(Kind.UNREACHABLE, broken);
      assertEquals("good();", new String(patient.body(origin.url("/good.js")), UTF_8));
    }
    try (TestFetcher hurried =
        new TestFetcher(
            "allow-private-addresses", "true", "idle-timeout", "1s", "breakerFailures", "1")) {
      FetchResult silent = hurried.script(origin.url("/silent.js"));
      assertEquals(FetchFailure.idle(1000), silent);
      assertEquals("good();", new String(hurried.body(origin.url("/good.js")), UTF_8));
    }
  }

  @Test
  void answerThatDoesNotBeginInTimeCountsAsAFailure() {
    origin.handle("/stall.js", request -> {});
    try (TestFetcher hurried =
        new TestFetcher(
            "allow-private-addresses", "true", "idle-timeout", "1s", "breakerFailures", "1")) {
      FetchResult silent = hurried.script(origin.url("/stall.js"));
      assertEquals(FetchFailure.idle(1000), silent);
      FetchResult next = hurried.script(origin.url("/good.js"));
      assertFailed(Kind.LEFT_ALONE, next);
    }
  }

  @Test
  void failingRedirectTargetIsLeftAloneAndNotTheRedirectingOrigin() {
    try (TestOrigin broken = TestOrigin.start()) {
      broken.handle("/app.js", request -> request.response().setStatusCode(503).end());
      origin.redirect("/away.js", broken.url("/app.js"));
      for (int i = 0; i < 3; i++) {
        fetcher.script(origin.url("/away.js"));
      }
      assertFailed(Kind.LEFT_ALONE, fetcher.script(origin.url("/away.js")));
      assertEquals(6, broken.requests(), "each fetch was tried twice");
      assertEquals("good();", new String(fetcher.body(origin.url("/good.js")), UTF_8));
    }
  }

  @Test
  void timeoutAfterARedirectDoesNotCountAgainstTheTarget() {
    try (TestOrigin accused = TestOrigin.start().serve("/good.js", "text/javascript", "good();");
        TestFetcher hurried =
            new TestFetcher(
                "allow-private-addresses", "true", "timeout", "2s", "breakerFailures", "1")) {
      accused.handle("/late.js", request -> {});
      origin.redirect("/away.js", accused.url("/late.js"));
      assertFailed(Kind.TIMED_OUT, hurried.script(origin.url("/away.js")));
      assertEquals("good();", new String(hurried.body(accused.url("/good.js")), UTF_8));
      assertFailed(Kind.TIMED_OUT, hurried.script(accused.url("/late.js")));
      assertFailed(Kind.LEFT_ALONE, hurried.script(accused.url("/good.js")));
    }
  }
}

package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.CircuitBreaker.OriginVerdict;
import dev.symbolicator.fetch.CircuitBreaker.Ticket;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure.FailureReasons;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchRun.BodyDrain;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RawOrigin;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.resolver.dns.DnsCacheEntry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goes to the edges of the limits of fetching. */
@Timeout(60)
class FetchLimitsTest {
  private static final DnsRecord[] NO_ADDITIONALS = {};
  private static final String LENGTH = "content-length: 6";

  private static RawOrigin origin(String statusLine, String header) throws IOException {
    String answer = String.join("\r\n", statusLine, LENGTH, header, "", "app();");
    return RawOrigin.start(
        (socket, out) -> {
          out.write(answer.getBytes(UTF_8));
          out.flush();
          socket.getInputStream().read();
        });
  }

  /** A header field counts without its line end. */
  @Test
  void headerFieldsOfTheLimitAreReadAndOneByteMoreIsNot() throws IOException {
    String header = "x-long: " + "x".repeat(200);
    int bytes = LENGTH.length() + header.length();
    try (RawOrigin origin = origin("HTTP/1.1 200 OK", header)) {
      assertEquals("app();", fetched(origin, "headerBytes", Integer.toString(bytes)));
      assertFailed(Kind.UNREACHABLE, fetch(origin, "headerBytes", Integer.toString(bytes - 1)));
    }
  }

  @Test
  void statusLineOfTheLimitIsReadAndOneByteMoreIsNot() throws IOException {
    String status = "HTTP/1.1 200 ";
    String longest = status + "o".repeat(FetchClient.MAX_STATUS_LINE_BYTES - status.length());
    try (RawOrigin origin = origin(longest, "x-a: b");
        RawOrigin tooLong = origin(longest + "o", "x-a: b")) {
      assertEquals("app();", fetched(origin));
      assertFailed(Kind.UNREACHABLE, fetch(tooLong));
    }
  }

  private static String fetched(RawOrigin origin, String... limit) {
    try (TestFetcher fetcher = fetcher(limit)) {
      return new String(fetcher.body(origin.url("/app.js")), UTF_8);
    }
  }

  private static FetchResult fetch(RawOrigin origin, String... limit) {
    try (TestFetcher fetcher = fetcher(limit)) {
      FetchResult result = fetcher.script(origin.url("/app.js"));
      if (result instanceof Fetched fetched) {
        fetched.close();
      }
      return result;
    }
  }

  /** Has no time limit that a busy machine reaches. */
  private static TestFetcher fetcher(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "allow-private-addresses", "true",
                "timeout", "1h",
                "idle-timeout", "1h",
                "retryDelay", "1ms"));
    settings.addAll(List.of(more));
    return new TestFetcher(settings.toArray(String[]::new));
  }

  /** With two fetches under way and one in the queue, the next one is refused at once. */
  @ParameterizedTest
  @ValueSource(strings = {"max-connections-per-host", "max-concurrent"})
  void fetchesUnderWayKeepToTheirLimit(String limit) {
    Queue<HttpServerRequest> open = new ConcurrentLinkedQueue<>();
    try (TestOrigin origin = TestOrigin.start().handle("/held.js", open::add);
        TestFetcher fetcher = fetcher(limit, "2", "queued", "1")) {
      List<CompletableFuture<FetchResult>> held = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        WebUrl url = WebUrl.parse(origin.url("/held.js"));
        held.add(fetcher.fetcher.fetch(FetchRequest.script(url)));
      }
      assertFailed(Kind.OVER_BUDGET, Await.value(held.remove(3)));
      Await.until(() -> open.size() == 2);
      for (int i = 0; i < 3; i++) {
        Await.until(() -> !open.isEmpty());
        open.remove().response().end("held();");
      }
      held.forEach(each -> assertEquals(7, TestFetcher.body(Await.value(each)).length));
      assertEquals(3, origin.requests());
    }
  }

  @Test
  void busyOriginLeavesConnectionsToAnother() {
    Queue<HttpServerRequest> open = new ConcurrentLinkedQueue<>();
    try (TestOrigin busy = TestOrigin.start().handle("/held.js", open::add);
        TestOrigin other = TestOrigin.start().serve("/app.js", "text/javascript", "app();");
        TestFetcher fetcher = fetcher("max-connections-per-host", "2", "max-concurrent", "3")) {
      List<CompletableFuture<FetchResult>> held = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        WebUrl url = WebUrl.parse(busy.url("/held.js"));
        held.add(fetcher.fetcher.fetch(FetchRequest.script(url)));
      }
      assertEquals("app();", new String(fetcher.body(other.url("/app.js")), UTF_8));
      for (int i = 0; i < 3; i++) {
        Await.until(() -> !open.isEmpty());
        open.remove().response().end("held();");
      }
      held.forEach(each -> assertEquals(7, TestFetcher.body(Await.value(each)).length));
    }
  }

  /** A pool of threads makes a new one for each of its first jobs. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void bodiesAreInflatedOnAsManyThreadsAsTheLimitSays(int limit) {
    Vertx vertx = Vertx.vertx();
    try (TestFetcher fetcher =
        new TestFetcher(vertx, new HttpClientOptions(), "decoders", Integer.toString(limit))) {
      assertEquals(0, fetcher.budget.used());
      WorkerExecutor workers = vertx.createSharedWorkerExecutor(Fetcher.WORKERS);
      List<CompletableFuture<Thread>> jobs = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        jobs.add(
            workers
                .executeBlocking(Thread::currentThread, false)
                .toCompletionStage()
                .toCompletableFuture());
      }
      Set<Thread> threads = new HashSet<>();
      jobs.forEach(job -> threads.add(Await.value(job)));
      assertEquals(limit, threads.size());
    }
  }

  /** Fetches again if the last bytes of the body had not come when the fetch was given up. */
  @Test
  void bodyThatWaitsForADecoderStaysChargedAfterItsFetchWasGivenUp() {
    byte[] body = new byte[100_000];
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try (TestOrigin origin = TestOrigin.start();
        TestFetcher fetcher =
            new TestFetcher(
                vertx,
                new HttpClientOptions(),
                "allow-private-addresses",
                "true",
                "decoders",
                "1")) {
      WorkerExecutor decoders = vertx.createSharedWorkerExecutor(Fetcher.WORKERS);
      FetchRequest request = FetchRequest.script(WebUrl.parse(origin.url("/app.js")));
      Await.until(
          () -> {
            CompletableFuture<String> held = new CompletableFuture<>();
            origin.handle(
                "/app.js",
                asked -> {
                  decoders.executeBlocking(() -> Await.value(held), false);
                  asked.response().end(Buffer.buffer(body));
                });
            CompletableFuture<FetchResult> fetch = fetcher.fetcher.fetch(request);
            Await.until(() -> fetcher.budget.used() >= body.length);
            awaitEventLoop(vertx);
            fetch.cancel(false);
            awaitEventLoop(vertx);
            boolean isCharged = fetcher.budget.used() >= body.length;
            held.complete("");
            Await.until(() -> fetcher.budget.used() == 0);
            return isCharged;
          });
    }
  }

  /** Returns when the only event loop has done what it had to do. */
  private static void awaitEventLoop(Vertx vertx) {
    CompletableFuture<String> idle = new CompletableFuture<>();
    vertx.runOnContext(now -> idle.complete(""));
    Await.value(idle);
  }

  /** A body that nobody wants is read up to the limit, so that its connection serves again. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2"})
  void unwantedBodyBeyondTheLimitCostsItsConnection(int more, int connections) {
    byte[] body = new byte[(int) BodyDrain.MAX_BYTES + more];
    try (TestOrigin origin = TestOrigin.start().serve("/app.js", "text/javascript", "app();");
        TestFetcher fetcher = fetcher("max-connections-per-host", "1")) {
      origin.handle(
          "/gone.js", request -> request.response().setStatusCode(404).end(Buffer.buffer(body)));
      assertEquals(FetchFailure.status(404), fetcher.script(origin.url("/gone.js")));
      assertEquals("app();", new String(fetcher.body(origin.url("/app.js")), UTF_8));
      assertEquals(connections, origin.connections());
    }
  }

  /** A number of more digits is read as the longest pause, whatever its value. */
  @ParameterizedTest
  @CsvSource({"000000020, 20000", "0000000020, 30000"})
  void secondsOfTooManyDigitsAreTheLongestPause(String seconds, long millis) {
    try (TestOrigin origin = TestOrigin.start();
        TestFetcher fetcher = fetcher()) {
      origin.handle(
          "/busy.js",
          request -> request.response().setStatusCode(429).putHeader("retry-after", seconds).end());
      assertEquals(FetchFailure.status(429, millis), fetcher.script(origin.url("/busy.js")));
    }
  }

  @Test
  void originIsLeftAloneForThePauseAndNotANanosecondMore() {
    AtomicLong nanos = new AtomicLong();
    Duration pause = FetchLimits.DEFAULT.breakerPause();
    CircuitBreaker breaker = new CircuitBreaker(1, pause, 1, nanos::get);
    breaker.leave(assertInstanceOf(Ticket.class, breaker.enter("a")), OriginVerdict.FAILED);
    nanos.addAndGet(pause.toNanos() - 1);
    assertInstanceOf(CircuitBreaker.EntryRefused.class, breaker.enter("a"));
    nanos.addAndGet(1);
    assertInstanceOf(Ticket.class, breaker.enter("a"));
  }

  @Test
  void causesAreSearchedUpToTheirLimit() {
    Throwable cause = new ConnectException();
    for (int depth = 1; depth < FailureReasons.MOST_CAUSES; depth++) {
      cause = new IllegalStateException(cause);
    }
    assertEquals("The connection was refused.", FailureReasons.unreachable(cause).detail());
    assertEquals(
        "The exchange with the server failed.",
        FailureReasons.unreachable(new IllegalStateException(cause)).detail());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hostIsRememberedForHalfAMinuteAndNoLonger(boolean isKnown) throws UnknownHostException {
    EmbeddedChannel time = new EmbeddedChannel();
    time.freezeTime();
    HostCache cache =
        new HostCache(
            new AddressResolverOptions().setCacheNegativeTimeToLive(Integer.MAX_VALUE), 1);
    if (isKnown) {
      InetAddress address = InetAddress.getByName("192.0.2.1");
      cache.cache("a.test", NO_ADDITIONALS, address, Integer.MAX_VALUE, time.eventLoop());
    } else {
      cache.cache("a.test", NO_ADDITIONALS, new UnknownHostException(), time.eventLoop());
    }
    pass(time, Duration.ofSeconds(30).minusMillis(1));
    assertEquals(1, known(cache));
    pass(time, Duration.ofMillis(1));
    assertEquals(0, known(cache));
  }

  private static void pass(EmbeddedChannel time, Duration duration) {
    time.advanceTimeBy(duration.toMillis(), TimeUnit.MILLISECONDS);
    time.runScheduledPendingTasks();
  }

  private static int known(HostCache cache) {
    List<? extends DnsCacheEntry> entries = cache.get("a.test", NO_ADDITIONALS);
    return entries == null ? 0 : entries.size();
  }
}

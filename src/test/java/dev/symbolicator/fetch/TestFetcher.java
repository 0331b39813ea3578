package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.Redirect;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** A fetcher with its own budget and Vert.x; closing waits until nothing stays charged. */
final class TestFetcher implements AutoCloseable {
  /** The setting that opens loopback, where every test origin is. */
  static final String[] LOOPBACK = {"allow-private-addresses", "true"};

  final ByteBudget budget = new ByteBudget(64 << 20);
  final Fetcher fetcher;
  private final Vertx vertx;
  final MeterRegistry metrics = new SimpleMeterRegistry();

  TestFetcher(String... config) {
    this(Vertx.vertx(), new HttpClientOptions(), config);
  }

  TestFetcher(Vertx vertx, HttpClientOptions options, String... config) {
    this(vertx, options, System::nanoTime, config);
  }

  /**
   * @param nanoTime the circuit breaker's clock
   */
  TestFetcher(Vertx vertx, HttpClientOptions options, LongSupplier nanoTime, String... config) {
    this.vertx = vertx;
    this.fetcher =
        new Fetcher(
            vertx,
            TestConfig.of(config),
            TestConfig.limits(config),
            budget,
            TestDns.resolverOf(vertx).options(),
            options,
            nanoTime,
            url -> false,
            metrics);
  }

  FetchResult script(String url) {
    return fetch(FetchRequest.script(WebUrl.parse(url)));
  }

  /** Fetches a map whose script is at the same origin. */
  FetchResult map(String url) {
    return map(url, url);
  }

  FetchResult map(String url, String script) {
    return fetch(FetchRequest.sourceMap(WebUrl.parse(url), WebUrl.parse(script)));
  }

  FetchResult fetch(FetchRequest request) {
    return Await.value(fetcher.fetch(request));
  }

  /** Returns the body of a script that must be fetched, and releases its memory. */
  byte[] body(String url) {
    return body(script(url));
  }

  static byte[] body(FetchResult result) {
    try (Fetched fetched = assertInstanceOf(Fetched.class, result)) {
      assertEquals(memory(fetched), fetched.lease().held());
      return fetched.body();
    }
  }

  /** Returns the bytes that are charged for a body, its headers and its redirects. */
  static long memory(Fetched fetched) {
    return fetched.body().length
        + fetched.headers().memory()
        + fetched.redirects().stream().mapToLong(Redirect::memory).sum();
  }

  @Override
  public void close() {
    Await.until(() -> budget.used() == 0); // a decoder that was cut off ends on its own thread
    fetcher.close();
    Await.value(vertx.close());
  }

  /** Returns the words of a table, without its lines that begin with a number sign. */
  static Stream<String> words(String table) {
    return table
        .lines()
        .filter(line -> !line.startsWith("#"))
        .flatMap(l -> Stream.of(l.split(" ", -1)));
  }
}

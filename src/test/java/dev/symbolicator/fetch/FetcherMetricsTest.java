package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FetcherMetricsTest {
  private final TestOrigin origin = TestOrigin.start();
  private final TestFetcher fetcher =
      new TestFetcher("allow-private-addresses", "true", "max-concurrent", "1", "queued", "1");

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
  }

  private long count(String kind, String outcome) {
    Timer timer =
        fetcher.metrics.find("symbolicator.fetch").tags("kind", kind, "outcome", outcome).timer();
    return timer == null ? 0 : timer.count();
  }

  @Test
  void eachKindAndOutcomeIsTimed() {
    origin.serve("/a.js", "text/javascript", "f()");
    TestFetcher.body(fetcher.script(origin.url("/a.js")));
    fetcher.script(origin.url("/absent.js"));
    fetcher.map(origin.url("/absent.map"));
    WebUrl source = WebUrl.parse(origin.url("/absent.ts"));
    fetcher.fetch(FetchRequest.source(source, List.of(WebUrl.parse(origin.url("/a.js")))));
    assertEquals(1, count("script", "fetched"));
    assertEquals(1, count("script", "not-found"));
    assertEquals(1, count("map", "not-found"));
    assertEquals(1, count("source", "not-found"));
    assertEquals(
        4, fetcher.metrics.get("symbolicator.queue").tag("queue", "fetches").timer().count());
  }

  @Test
  void whatTheConfigurationForbidsIsNoFetch() {
    fetcher.script("ftp://example.com/a.js");
    assertNull(fetcher.metrics.find("symbolicator.fetch").timer());
  }

  @Test
  void fetchBeyondTheQueueIsCounted() {
    origin.handle("/held.js", request -> {});
    FetchRequest held = FetchRequest.script(WebUrl.parse(origin.url("/held.js")));
    CompletableFuture<FetchResult> running = fetcher.fetcher.fetch(held);
    CompletableFuture<FetchResult> waiting = fetcher.fetcher.fetch(held);
    Await.value(fetcher.fetcher.fetch(held));
    assertEquals(1, count("script", "over-budget"));
    assertEquals(1, fetcher.metrics.get("symbolicator.fetches.active").gauge().value());
    assertEquals(1, fetcher.metrics.get("symbolicator.fetches.max").gauge().value());
    waiting.cancel(false);
    running.cancel(false);
  }
}

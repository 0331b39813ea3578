package dev.symbolicator.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.FetchRequest.Validators;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.NotModified;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FetcherConditionalTest {
  private static final String DATE = "Sat, 21 Nov 2026 10:00:00 GMT";

  private final Queue<MultiMap> asked = new ConcurrentLinkedQueue<>();
  private final TestOrigin origin = TestOrigin.start().handle("/app.js", this::answer);
  private final TestFetcher fetcher = new TestFetcher(TestFetcher.LOOPBACK);

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
  }

  /** Answers with version 2 of the script. */
  private void answer(HttpServerRequest request) {
    asked.add(request.headers());
    request.response().putHeader("etag", "\"2\"").putHeader("cache-control", "max-age=60");
    if ("\"2\"".equals(request.getHeader("if-none-match"))
        || DATE.equals(request.getHeader("if-modified-since"))) {
      request.response().setStatusCode(304).end();
    } else {
      request.response().putHeader("last-modified", DATE).end("app();");
    }
  }

  private FetchResult fetch(String url, Validators validators) {
    return fetcher.fetch(FetchRequest.script(WebUrl.parse(url)).with(validators));
  }

  private Validators validators(String path, String etag, String lastModified) {
    return new Validators(WebUrl.parse(origin.url(path)), etag, lastModified);
  }

  @Test
  void unchangedFileIsNotModified() {
    Validators validators;
    try (Fetched first = assertInstanceOf(Fetched.class, fetch(origin.url("/app.js"), null))) {
      assertEquals("max-age=60", first.headers().first("Cache-Control"));
      validators = Validators.of(first.finalUrl(), first.headers());
    }
    NotModified same =
        assertInstanceOf(NotModified.class, fetch(origin.url("/app.js#top"), validators));
    assertEquals(origin.url("/app.js"), same.finalUrl().href());
    assertEquals("max-age=60", same.headers().first("cache-control"));
    assertEquals("\"2\"", same.headers().first("etag"));
  }

  @Test
  void oneValidatorIsEnough() {
    assertInstanceOf(
        NotModified.class, fetch(origin.url("/app.js"), validators("/app.js", "\"2\"", null)));
    assertInstanceOf(
        NotModified.class, fetch(origin.url("/app.js"), validators("/app.js", null, DATE)));
    assertFalse(asked.remove().contains("if-modified-since"));
    assertFalse(asked.remove().contains("if-none-match"));
  }

  @Test
  void changedFileIsFetchedWhole() {
    FetchResult changed = fetch(origin.url("/app.js"), validators("/app.js", "\"1\"", null));
    assertEquals("app();", new String(TestFetcher.body(changed), UTF_8));
  }

  @Test
  void validatorsAreSentOnlyToTheirUrlAtAnyHop() {
    origin.redirect("/latest.js", "/app.js");
    assertInstanceOf(
        NotModified.class, fetch(origin.url("/latest.js"), validators("/app.js", "\"2\"", null)));
    FetchResult moved = fetch(origin.url("/latest.js"), validators("/old.js", "\"2\"", DATE));
    assertEquals("app();", new String(TestFetcher.body(moved), UTF_8));
    for (MultiMap headers : asked) {
      assertEquals(headers == asked.peek(), headers.contains("if-none-match"));
    }
  }

  @Test
  void otherOriginGetsNoValidators() {
    try (TestOrigin other = TestOrigin.start().handle("/app.js", this::answer)) {
      FetchResult result = fetch(other.url("/app.js"), validators("/app.js", "\"2\"", DATE));
      assertEquals("app();", new String(TestFetcher.body(result), UTF_8));
      assertFalse(asked.remove().contains("if-none-match"));
    }
  }

  @Test
  void unrequested304IsAStatusFailure() {
    origin.handle("/odd.js", request -> request.response().setStatusCode(304).end());
    assertEquals(FetchFailure.status(304), fetch(origin.url("/odd.js"), null));
    assertEquals(
        FetchFailure.status(304),
        fetch(origin.url("/odd.js"), validators("/app.js", "\"2\"", null)));
  }

  @Test
  void unsendableValidatorsAreDropped() {
    Validators forged = validators("/app.js", "\"1\"\r\nx-injected: 1", "\u0000");
    assertNull(forged.etag());
    assertNull(forged.lastModified());
    TestFetcher.body(fetch(origin.url("/app.js"), forged));
    assertFalse(asked.remove().contains("x-injected"));
  }

  @Test
  void answerWithoutValidatorsHasNone() {
    WebUrl url = WebUrl.parse("https://a.example/app.js#f");
    assertNull(Validators.of(url, new ResponseHeaders(Map.of("date", DATE).entrySet())));
    Validators some =
        Validators.of(url, new ResponseHeaders(Map.of("Last-Modified", DATE).entrySet()));
    assertNotNull(some);
    assertEquals("https://a.example/app.js", some.url().href());
  }
}

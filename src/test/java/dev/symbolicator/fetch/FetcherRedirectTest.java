package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.testing.TestOrigin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetcherRedirectTest {
  private final TestOrigin origin =
      TestOrigin.start().serve("/app.js", "text/javascript", "app();");
  private final TestFetcher fetcher = new TestFetcher(TestFetcher.LOOPBACK);

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsOfEveryStatusAreFollowed(int status) {
    origin.handle(
        "/old.js",
        request -> request.response().setStatusCode(status).putHeader("location", "app.js").end());
    assertEquals("app();", new String(fetcher.body(origin.url("/old.js")), UTF_8));
  }

  @Test
  void finalUrlIsThatOfTheLastHopWithoutFragment() {
    origin.redirect("/v1/old.js", "../app.js?v=2#part");
    try (Fetched fetched =
        assertInstanceOf(Fetched.class, fetcher.script(origin.url("/v1/old.js#x")))) {
      assertEquals(origin.url("/app.js?v=2"), fetched.finalUrl().href());
      assertEquals(List.of("/v1/old.js", "/app.js?v=2"), origin.targets());
    }
  }

  @Test
  void resultListsEveryRedirect() {
    origin.redirect("/1.js", "/2.js?x#y");
    origin.handle(
        "/2.js",
        request ->
            request
                .response()
                .setStatusCode(301)
                .putHeader("location", "/app.js")
                .putHeader("cache-control", "max-age=60")
                .end());
    assertEquals(
        List.of(origin.url("/1.js") + " 302 null", origin.url("/2.js?x") + " 301 max-age=60"),
        redirects("/1.js#z"));
    assertEquals(List.of(), redirects("/app.js"));
  }

  private List<String> redirects(String path) {
    try (Fetched fetched = assertInstanceOf(Fetched.class, fetcher.script(origin.url(path)))) {
      return fetched.redirects().stream()
          .map(
              each ->
                  each.url().href()
                      + " "
                      + each.status()
                      + " "
                      + each.headers().first("cache-control"))
          .toList();
    }
  }

  @Test
  void sixthRedirectIsNotFollowed() {
    for (int i = 1; i <= 5; i++) {
      origin.redirect("/" + i + ".js", i == 1 ? "/app.js" : "/" + (i - 1) + ".js");
    }
    origin.redirect("/6.js", "/5.js");
    assertEquals("app();", new String(fetcher.body(origin.url("/5.js")), UTF_8));
    assertEquals(
        new FetchFailure(Kind.REDIRECTS, "There were more than 5 redirects."),
        fetcher.script(origin.url("/6.js")));
  }

  @Test
  void redirectLoopEndsAtTheLimit() {
    origin.redirect("/a.js", "/b.js").redirect("/b.js", "/a.js");
    assertEquals(
        new FetchFailure(Kind.REDIRECTS, "There were more than 5 redirects."),
        fetcher.script(origin.url("/a.js")));
    assertEquals(6, origin.requests());
  }

  @Test
  void redirectOfAScriptToAPageIsNotFollowed() {
    origin.redirect("/app2.js", "/login?next=app2.js");
    assertFailed(Kind.NOT_A_SCRIPT, fetcher.script(origin.url("/app2.js")));
    assertEquals(0, origin.requests("/login"));
  }

  @Test
  void mapMayRedirectToAnyPath() {
    origin.redirect("/app.js.map", "/store/42").serve("/store/42", "application/json", "{}");
    assertEquals("{}", new String(TestFetcher.body(fetcher.map(origin.url("/app.js.map"))), UTF_8));
  }

  @Test
  void redirectToCredentialsOrAnotherSchemeIsNotFollowed() {
    origin.redirect("/user.js", "http://user@127.0.0.1:" + origin.port() + "/app.js");
    origin.redirect("/file.js", "file:///etc/app.js");
    origin.redirect("/nowhere.js", "http://[/app.js");
    assertFailed(Kind.CREDENTIALS, fetcher.script(origin.url("/user.js")));
    assertFailed(Kind.UNSUPPORTED, fetcher.script(origin.url("/file.js")));
    assertFailed(Kind.UNSUPPORTED, fetcher.script(origin.url("/nowhere.js")));
    assertEquals(0, origin.requests("/app.js"));
  }

  @Test
  void redirectToAForbiddenOriginIsNotFollowed() {
    try (TestOrigin other = TestOrigin.start();
        TestFetcher narrow = new TestFetcher("allowed-origins", origin.origin())) {
      origin.redirect("/away.js", other.url("/app.js"));
      assertFailed(Kind.ORIGIN, narrow.script(origin.url("/away.js")));
      assertEquals(0, other.connections());
    }
  }

  @Test
  void redirectWithoutLocationIsAStatusFailure() {
    origin.handle("/odd.js", request -> request.response().setStatusCode(302).end());
    assertEquals(FetchFailure.status(302), fetcher.script(origin.url("/odd.js")));
  }

  @Test
  void utf8InALocationIsReadAsInBrowsers() {
    origin.serve("/%C3%A9.js", "text/javascript", "accent();");
    String latin1 =
        new String("/é.js".getBytes(UTF_8), java.nio.charset.StandardCharsets.ISO_8859_1);
    origin.redirect("/old.js", latin1);
    assertEquals("accent();", new String(fetcher.body(origin.url("/old.js")), UTF_8));
  }
}

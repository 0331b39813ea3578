package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the grants to an origin are used only for files that may use them. */
class FetcherTrustTest {
  private static final String NONE = "none";
  private static final String STRANGER = "https://stranger.example.net/app.js";

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final TestOrigin maps =
      TestOrigin.start()
          .handle(
              "/app.js.map",
              request -> {
                String token = request.getHeader("authorization");
                sent.add(token == null ? NONE : token);
                request.response().end("{}");
              });

  @AfterEach
  void stop() {
    maps.close();
  }

  private static TestFetcher fetcher(List<String> config, String... more) {
    List<String> all = new ArrayList<>(config);
    all.addAll(List.of(more));
    return new TestFetcher(all.toArray(new String[0]));
  }

  /** Returns a fetcher that has a token for the maps' origin, and may ask any address. */
  private TestFetcher withToken(String... more) {
    return fetcher(
        List.of(
            "allow-private-addresses", "true",
            "origin.maps.url", maps.origin(),
            "origin.maps.headers.Authorization", "Bearer t0ken"),
        more);
  }

  /** Returns a fetcher that may reach the maps' origin, which is written out. */
  private TestFetcher writtenOut(String more, String... config) {
    return fetcher(List.of("allowed-origins", "*," + maps.origin() + more), config);
  }

  private FetchResult map(TestFetcher fetcher, String script) {
    return fetcher.map(maps.url("/app.js.map"), script);
  }

  private void assertSent(String token, TestFetcher fetcher, String script) {
    sent.clear();
    TestFetcher.body(map(fetcher, script));
    assertEquals(List.of(token), sent, script);
  }

  private static void assertBlocked(Kind by, FetchResult result) {
    assertFailed(by, result);
  }

  @Test
  void headersAreSentForTheOriginsOwnScriptsAndNotForAStrangers() {
    try (TestFetcher fetcher = withToken()) {
      assertSent("Bearer t0ken", fetcher, maps.url("/js/app.js?v=1"));
      assertSent(NONE, fetcher, STRANGER);
      assertSent(NONE, fetcher, "data:text/javascript,f()");
    }
  }

  /** Such a script may repeat its query, and so name what a stranger wrote. */
  @Test
  void headersAreNotSentForScriptsOfOtherListedOrigins() {
    try (TestFetcher fetcher =
        withToken(
            "allowed-origins", "*,https://static.example.com,https://*.cdn.example",
            "origin.other.url", "https://entry.example.com")) {
      assertSent(NONE, fetcher, "https://static.example.com/app.js?q=/app.js.map");
      assertSent(NONE, fetcher, "https://a.cdn.example/app.js");
      assertSent(NONE, fetcher, "https://entry.example.com/app.js");
      assertSent("Bearer t0ken", fetcher, maps.url("/app.js"));
    }
  }

  @Test
  void headersAreSentForScriptsFromTheNamedOrigins() {
    try (TestFetcher fetcher =
        withToken(
            "allowed-origins", "*,https://static.example.com",
            "origin.maps.scripts-from", "https://public.example.org,https://*.cdn.example")) {
      assertSent("Bearer t0ken", fetcher, "https://public.example.org/app.js");
      assertSent("Bearer t0ken", fetcher, "https://a.cdn.example/app.js");
      assertSent("Bearer t0ken", fetcher, maps.url("/app.js"));
      assertSent(NONE, fetcher, "https://static.example.com/app.js");
      assertSent(NONE, fetcher, "http://public.example.org/app.js");
      assertSent(NONE, fetcher, "https://public.example.org:8443/app.js");
      assertSent(NONE, fetcher, STRANGER);
    }
  }

  @Test
  void starInScriptsFromAllowsEveryScript() {
    try (TestFetcher fetcher = withToken("origin.maps.scripts-from", "*")) {
      assertSent("Bearer t0ken", fetcher, STRANGER);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void withheldHeadersAreReportedOnlyWhereTheyWereWithheld(int status) {
    maps.handle("/app.js.map", request -> request.response().setStatusCode(status).end());
    try (TestFetcher fetcher = withToken()) {
      assertFailed(Kind.HEADERS_WITHHELD, map(fetcher, STRANGER));
      assertEquals(FetchFailure.status(status), map(fetcher, maps.url("/app.js")));
    }
    try (TestFetcher without = new TestFetcher(TestFetcher.LOOPBACK)) {
      assertEquals(FetchFailure.status(status), map(without, STRANGER));
    }
  }

  @Test
  void privateAddressIsReachedForOwnScriptsOnly() {
    try (TestFetcher fetcher = writtenOut(",https://static.example.com")) {
      assertBlocked(Kind.PORT, map(fetcher, STRANGER));
      assertBlocked(Kind.PORT, map(fetcher, "data:text/javascript,f()"));
      assertEquals(0, maps.connections());
      assertBlocked(Kind.PORT, map(fetcher, "https://static.example.com/app.js"));
      assertEquals(0, maps.connections());
      TestFetcher.body(map(fetcher, maps.url("/app.js")));
    }
  }

  @Test
  void scriptsFromOpensThePrivateAddress() {
    String[] list = {
      "origin.maps.url", maps.origin(), "origin.maps.scripts-from", "https://public.example.org"
    };
    try (TestFetcher fetcher = writtenOut(",https://static.example.com", list)) {
      TestFetcher.body(map(fetcher, "https://public.example.org/app.js"));
      assertBlocked(Kind.PORT, map(fetcher, "https://static.example.com/app.js"));
      assertBlocked(Kind.PORT, map(fetcher, STRANGER));
    }
  }

  @Test
  void unlistedScriptReachesNothingWithoutAStar() {
    String listed = maps.origin() + ",https://static.example.com";
    try (TestFetcher fetcher = new TestFetcher("allowed-origins", listed)) {
      assertBlocked(Kind.ORIGIN, map(fetcher, "data:text/javascript,f()"));
      assertBlocked(Kind.ORIGIN, map(fetcher, "https://static.example.com/app.js"));
      TestFetcher.body(map(fetcher, maps.url("/app.js")));
    }
  }

  @Test
  void redirectingOriginMustBeTrustedToo() {
    try (TestOrigin other = TestOrigin.start()) {
      other.redirect("/moved.js.map", maps.url("/app.js.map"));
      String script = other.url("/app.js");
      String trusted = "https://static.example.com";
      String[] list = {
        "origin.maps.url",
        maps.origin(),
        "origin.maps.scripts-from",
        trusted,
        "origin.other.url",
        other.origin(),
        "origin.other.scripts-from",
        trusted
      };
      try (TestFetcher fetcher = writtenOut("," + trusted + "," + other.origin(), list)) {
        FetchResult moved = fetcher.map(other.url("/moved.js.map"), trusted + "/app.js");
        assertBlocked(Kind.PORT, moved);
        assertBlocked(Kind.PORT, fetcher.map(other.url("/moved.js.map"), script));
        assertEquals(0, maps.connections());
      }
      list[3] = trusted + "," + other.origin();
      try (TestFetcher fetcher = writtenOut("," + trusted + "," + other.origin(), list)) {
        TestFetcher.body(fetcher.map(other.url("/moved.js.map"), trusted + "/app.js"));
      }
    }
  }

  @Test
  void portOfAnEntryStaysClosedForUnlistedScripts() {
    FetchConfig config = TestConfig.of("allowed-origins", "*,https://*.example.com:8443");
    FetchPolicy policy =
        new FetchPolicy(config, FetchLimits.DEFAULT, new ForwardProxy(config, FetchLimits.DEFAULT));
    WebUrl url = url("https://maps.example.com:8443/app.js.map");
    FetchFailure refused =
        policy.refuse(url, FetchRequest.FileKind.SOURCE_MAP, List.of(url(STRANGER)));
    assertBlocked(Kind.PORT, refused);
    WebUrl listed = url("https://cdn.example.com:8443/app.js");
    assertBlocked(Kind.PORT, policy.refuse(url, FetchRequest.FileKind.SOURCE_MAP, List.of(listed)));
    WebUrl own = url("https://maps.example.com:8443/app.js");
    assertEquals(null, policy.refuse(url, FetchRequest.FileKind.SOURCE_MAP, List.of(own)));
  }

  private static WebUrl url(String url) {
    return Objects.requireNonNull(WebUrl.parse(url));
  }

  @Test
  void invalidOriginInScriptsFromStopsTheStart() {
    String[] list = {
      "origin.maps.url", "https://maps.example.com", "origin.maps.scripts-from", "static.example"
    };
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> new TestFetcher(list));
    assertTrue(
        refused
            .getMessage()
            .startsWith(
                "symbolicator.fetch.origin.maps.scripts-from: \"static.example\" is not an"));
  }

  /** A variable that happens to be empty opens the origin to no other. */
  @ParameterizedTest
  @ValueSource(strings = {"", ","})
  void emptyScriptsFromIsTheOriginItself(String list) {
    try (TestFetcher fetcher =
        withToken(
            "allowed-origins", "*,https://static.example.com", "origin.maps.scripts-from", list)) {
      assertSent(NONE, fetcher, "https://static.example.com/app.js");
      assertSent("Bearer t0ken", fetcher, maps.url("/app.js"));
    }
  }
}

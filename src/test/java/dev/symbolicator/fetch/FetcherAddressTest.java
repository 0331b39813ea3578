package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestProxy;
import io.vertx.core.http.HttpClientOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetcherAddressTest {
  private final TestDns dns = TestDns.start();
  private final TestOrigin origin =
      TestOrigin.start().serve("/app.js", "text/javascript", "origin();");

  @AfterEach
  void stop() {
    origin.close();
    dns.close();
  }

  /** Returns a fetcher with the test origin's port allowed, so that only the address counts. */
  private TestFetcher fetcher(String... config) {
    String[] all = Arrays.copyOf(config, config.length + 2);
    all[config.length] = "allowed-ports";
    all[config.length + 1] = Integer.toString(origin.port());
    return new TestFetcher(dns.vertx(), new HttpClientOptions(), all);
  }

  private static void assertBlocked(Kind by, FetchResult result) {
    assertFailed(by, result);
  }

  private String at(String host) {
    return "http://" + host + ":" + origin.port() + "/app.js";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "100.100.100.200",
        "::1",
        "fd00::1",
        "fe80::1"
      })
  void hostWithAPrivateAddressIsRefused(String address) {
    dns.answer("inside.test", address);
    try (TestFetcher fetcher = fetcher()) {
      assertBlocked(Kind.ADDRESS, fetcher.script(at("inside.test")));
      assertEquals(0, origin.connections());
    }
  }

  @Test
  void hostWithAPublicAndAPrivateAddressIsRefused() {
    dns.answer("both.test", "93.184.216.34", "127.0.0.1");
    dns.answer("families.test", "93.184.216.34", "fd00::1");
    try (TestFetcher fetcher = fetcher()) {
      assertBlocked(Kind.ADDRESS, fetcher.script(at("both.test")));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("families.test")));
      assertEquals(0, origin.connections());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.2.3", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "0x7f.2"})
  void redirectToAPrivateAddressIsRefused(String host) {
    origin.redirect("/moved.js", at(host));
    try (TestFetcher fetcher = fetcher("allowed-origins", "*," + origin.origin())) {
      assertBlocked(Kind.ADDRESS, fetcher.script(origin.url("/moved.js")));
      assertEquals(1, origin.requests());
    }
  }

  @Test
  void redirectToAHostWithAPrivateAddressIsRefused() {
    dns.answer("inside.test", "127.0.0.1");
    origin.redirect("/moved.js", at("inside.test"));
    try (TestFetcher fetcher = fetcher("allowed-origins", "*," + origin.origin())) {
      assertBlocked(Kind.ADDRESS, fetcher.script(origin.url("/moved.js")));
      assertEquals(0, origin.requests("/app.js"));
    }
  }

  @Test
  void onlyAWrittenOutOriginMayHaveAPrivateAddress() {
    dns.answer("assets.test", "127.0.0.1").answer("other.test", "127.0.0.1");
    try (TestFetcher fetcher =
        fetcher("allowed-origins", "*,http://assets.test:" + origin.port())) {
      assertEquals("origin();", new String(fetcher.body(at("assets.test")), UTF_8));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("other.test")));
    }
  }

  @Test
  void wildcardDoesNotOpenPrivateAddresses() {
    dns.answer("a.assets.test", "127.0.0.1");
    try (TestFetcher fetcher =
        fetcher("allowed-origins", "http://*.assets.test:" + origin.port())) {
      assertBlocked(Kind.ADDRESS, fetcher.script(at("a.assets.test")));
    }
  }

  @Test
  void metadataAddressesStayClosedWherePrivateAddressesAreOpen() {
    dns.answer("metadata.test", "169.254.169.254");
    try (TestFetcher fetcher =
        fetcher("allow-private-addresses", "true", "allowed-origins", "*,http://169.254.169.254")) {
      assertBlocked(Kind.ADDRESS, fetcher.script("http://169.254.169.254/latest/a.js"));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("metadata.test")));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("0.0.0.0")));
      assertEquals(0, origin.connections());
    }
  }

  @Test
  void hostOfAForbiddenOriginIsNotResolved() {
    dns.answer("other.test", "127.0.0.1");
    try (TestFetcher fetcher = fetcher("allowed-origins", "https://cdn.example")) {
      assertBlocked(Kind.ORIGIN, fetcher.script(at("other.test")));
      assertEquals(0, dns.questions("other.test"));
    }
  }

  @Test
  void connectionGoesToTheCheckedAddressAndNotToALaterAnswer() {
    dns.answerInTurn("rebinds.test", List.of(List.of("127.0.0.2"), List.of("127.0.0.1")));
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      FetchResult result = fetcher.script(at("rebinds.test"));
      assertFailed(Kind.UNREACHABLE, result);
      assertEquals(1, dns.questions("rebinds.test"));
      assertEquals(0, origin.connections(), "the second answer must not be used");
    }
  }

  @Test
  void hostThatRebindsFromAPublicToAPrivateAddressIsRefused() {
    dns.answerInTurn("rebinds.test", List.of(List.of("93.184.216.34"), List.of("127.0.0.1")));
    // A proxy that wants a password records each CONNECT and refuses it, so no packet leaves.
    try (TestProxy proxy = TestProxy.start("user", "password");
        TestFetcher fetcher = fetcher("proxy", proxy.url(), "retryDelay", "1ms")) {
      String url = "https://rebinds.test:" + origin.port() + "/app.js";
      assertFailed(Kind.UNREACHABLE, fetcher.script(url));
      assertEquals(1, dns.questions("rebinds.test"));
      assertBlocked(Kind.ADDRESS, fetcher.script(url));
      String connect = "CONNECT 93.184.216.34:" + origin.port();
      assertEquals(List.of(connect, connect), proxy.targets(), "one try and its retry");
      assertEquals(0, origin.connections());
    }
  }

  @Test
  void secondFetchIsCheckedAlthoughAConnectionIsPooled() {
    dns.answerInTurn("rebinds.test", List.of(List.of("127.0.0.1"), List.of("169.254.169.254")));
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      assertEquals("origin();", new String(fetcher.body(at("rebinds.test")), UTF_8));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("rebinds.test")));
      assertEquals(1, origin.requests());
    }
  }

  @Test
  void pooledConnectionIsNotUsedForAnotherAddressOfTheHost() {
    try (TestOrigin second = TestOrigin.start("127.0.0.2", origin.port())) {
      second.serve("/app.js", "text/javascript", "second();");
      dns.answerInTurn("moves.test", List.of(List.of("127.0.0.1"), List.of("127.0.0.2")));
      try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
        assertEquals("origin();", new String(fetcher.body(at("moves.test")), UTF_8));
        assertEquals("second();", new String(fetcher.body(at("moves.test")), UTF_8));
        assertEquals(1, origin.requests());
        assertEquals(1, second.requests());
      }
    }
  }

  @Test
  void pooledConnectionIsReusedForTheSameAddress() {
    dns.answer("stays.test", "127.0.0.1");
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      fetcher.body(at("stays.test"));
      fetcher.body(at("stays.test"));
      assertEquals(2, origin.requests());
      assertEquals(1, origin.connections());
    }
  }

  @Test
  void nextAddressIsTriedAfterARefusedConnection() {
    dns.answer("two.test", "127.0.0.2", "127.0.0.1");
    dns.answer("families.test", "::1", "127.0.0.2", "127.0.0.1");
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      assertEquals("origin();", new String(fetcher.body(at("two.test")), UTF_8));
      assertEquals("origin();", new String(fetcher.body(at("families.test")), UTF_8));
    }
  }

  @Test
  void numberOfTriedAddressesIsLimited() {
    dns.answer("few.test", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.1");
    dns.answer("many.test", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.1");
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      assertEquals("origin();", new String(fetcher.body(at("few.test")), UTF_8));
      assertFailed(Kind.UNREACHABLE, fetcher.script(at("many.test")));
    }
    try (TestFetcher fetcher =
        new TestFetcher(
            dns.vertx(),
            new HttpClientOptions(),
            "allow-private-addresses",
            "true",
            "addresses",
            "5")) {
      assertEquals("origin();", new String(fetcher.body(at("many.test")), UTF_8));
    }
  }

  @Test
  void fourOfAHundredAddressesAreTriedWithFamiliesTakingTurns() {
    dns.answer(
        "many.test",
        Stream.concat(
                IntStream.range(1, 99).mapToObj(i -> "93.184.216." + i),
                Stream.of("2606:2800::1", "2606:2800::2", "2606:2800::3"))
            .toArray(String[]::new));
    try (TestProxy proxy = TestProxy.start("user", "password");
        TestFetcher fetcher = fetcher("proxy", proxy.url(), "retryDelay", "1ms")) {
      String url = "https://many.test:" + origin.port() + "/app.js";
      assertFailed(Kind.UNREACHABLE, fetcher.script(url));
      List<String> tried = proxy.targets();
      assertEquals(8, tried.size(), "four and their retry");
      assertEquals(tried.subList(0, 4), tried.subList(4, 8));
      assertEquals(4, Set.copyOf(tried).size());
      for (int i = 1; i < 4; i++) {
        assertNotEquals(tried.get(i - 1).contains("2606:"), tried.get(i).contains("2606:"));
      }
    }
  }

  @Test
  void untriedAddressesAreCheckedToo() {
    dns.answer("most.test", "127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "169.254.169.254");
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      assertBlocked(Kind.ADDRESS, fetcher.script(at("most.test")));
      assertEquals(0, origin.connections());
    }
  }

  @Test
  void hostHeaderKeepsTheName() {
    origin.handle("/host.js", request -> request.response().end(request.getHeader("host")));
    dns.answer("named.test", "127.0.0.1");
    try (TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      String host =
          new String(fetcher.body("http://named.test:" + origin.port() + "/host.js"), UTF_8);
      assertEquals("named.test:" + origin.port(), host);
    }
  }

  @Test
  void hostHeaderKeepsTheBracketsOfAnIpv6Address() {
    try (TestOrigin six = TestOrigin.start("::1", 0);
        TestFetcher fetcher = fetcher(TestFetcher.LOOPBACK)) {
      six.handle("/host.js", request -> request.response().end(request.getHeader("host")));
      assertEquals("[::1]:" + six.port(), new String(fetcher.body(six.url("/host.js")), UTF_8));
    }
  }

  @Test
  void missingAddressIsReportedOnlyForAWrittenOutOrigin() {
    try (TestFetcher fetcher =
        fetcher("allowed-origins", "*,http://written.test:" + origin.port())) {
      assertEquals(
          new FetchFailure(Kind.UNREACHABLE_FOR_GOOD, "The host has no address."),
          fetcher.script(at("written.test")));
      assertBlocked(Kind.ADDRESS, fetcher.script(at("unknown.test")));
      assertEquals(1, dns.questions("written.test"));
      assertEquals(1, dns.questions("unknown.test"));
    }
  }

  @Test
  void forbiddenOriginIsBlockedEvenWhileLeftAlone() {
    dns.answerInTurn("moves.test", List.of(List.of("127.0.0.2"), List.of("10.0.0.1")));
    String written = "http://moves.test:" + origin.port();
    try (TestFetcher fetcher =
        fetcher("allowed-origins", "*," + written, "breakerFailures", "1", "retryDelay", "1ms")) {
      assertFailed(Kind.UNREACHABLE, fetcher.script(at("moves.test")));
      assertFailed(Kind.LEFT_ALONE, fetcher.script(at("moves.test")));
      String stranger = "https://stranger.example.net/app.js";
      assertBlocked(Kind.ADDRESS, fetcher.map(at("moves.test"), stranger));
    }
  }

  @Test
  void nameServerFailureIsPassing() {
    dns.fail("failing.test");
    try (TestFetcher fetcher = fetcher()) {
      assertEquals(
          FetchFailure.unreachable("No name server returned the host's addresses."),
          fetcher.script(at("failing.test")));
    }
  }

  @Test
  void silentNameServerIsCutOffAtTheTimeout() {
    dns.answerInTurn("silent.test", List.of(List.of()));
    try (TestFetcher fetcher = fetcher("timeout", "300ms")) {
      assertEquals(FetchFailure.timedOut(300), fetcher.script(at("silent.test")));
    }
  }
}

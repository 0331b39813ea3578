package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.TestProxy;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetcherProxyTest {
  @TempDir private static Path directory;
  private static TestCertificate certificate;

  @BeforeAll
  static void create() {
    certificate = TestCertificate.create(directory, "right.test");
  }

  private final TestDns dns =
      TestDns.start().answer("right.test", "127.0.0.1").answer("wrong.test", "127.0.0.1");
  private final TestOrigin origin =
      TestOrigin.start(
              new HttpServerOptions()
                  .setHost("127.0.0.1")
                  .setPort(0)
                  .setSsl(true)
                  .setKeyCertOptions(certificate.keyCertOptions()))
          .serve("/app.js", "text/javascript", "secure();");
  private final TestProxy proxy = TestProxy.start();

  @AfterEach
  void stop() {
    proxy.close();
    origin.close();
    dns.close();
  }

  private TestFetcher fetcher(String proxyUrl, String... more) {
    List<String> config =
        new ArrayList<>(
            List.of(
                "proxy", proxyUrl, "ca-file", certificate.file().toString(), "retryDelay", "1ms"));
    config.addAll(List.of("connectTimeout", "20s", "idle-timeout", "20s", "timeout", "25s"));
    config.addAll(List.of(TestFetcher.LOOPBACK));
    config.addAll(List.of(more));
    return new TestFetcher(dns.vertx(), new HttpClientOptions(), config.toArray(new String[0]));
  }

  private String at(String host) {
    return "https://" + host + ":" + origin.port() + "/app.js";
  }

  @Test
  void proxyConnectsToTheCheckedAddressAndTlsKeepsTheName() {
    try (TestFetcher fetcher = fetcher(proxy.url())) {
      assertEquals("secure();", new String(fetcher.body(at("right.test")), UTF_8));
      assertEquals(List.of("CONNECT 127.0.0.1:" + origin.port()), proxy.targets());
      assertEquals(1, dns.questions("right.test"));
    }
  }

  @Test
  void certificateForAnotherHostIsRefusedThroughTheProxyToo() {
    try (TestFetcher fetcher = fetcher(proxy.url())) {
      assertEquals(
          new FetchFailure(Kind.UNREACHABLE_FOR_GOOD, "The TLS handshake failed."),
          fetcher.script(at("wrong.test")));
      assertEquals(0, origin.requests());
    }
  }

  @Test
  void proxyIsNotAskedForARefusedAddress() {
    dns.answer("metadata.test", "169.254.169.254");
    try (TestFetcher fetcher = fetcher(proxy.url())) {
      assertFailed(Kind.ADDRESS, fetcher.script(at("metadata.test")));
      assertEquals(List.of(), proxy.targets());
    }
  }

  @Test
  void plainHttpIsRefusedUnlessItsOriginIsExemptFromTheProxy() {
    try (TestOrigin plain = TestOrigin.start().serve("/app.js", "text/javascript", "plain();")) {
      try (TestFetcher fetcher = fetcher(proxy.url())) {
        assertFailed(Kind.PROXY, fetcher.script(plain.url("/app.js")));
      }
      try (TestFetcher fetcher = fetcher(proxy.url(), "proxy-except", plain.origin())) {
        assertEquals("plain();", new String(fetcher.body(plain.url("/app.js")), UTF_8));
      }
      assertEquals(List.of(), proxy.targets());
    }
  }

  @Test
  void proxyCredentialsAreSentToTheProxyOnly() {
    origin.handle(
        "/app.js",
        request -> request.response().end(request.headers().contains("proxy-authorization") + ""));
    try (TestProxy guarded = TestProxy.start("user", "s3cret");
        TestFetcher fetcher =
            fetcher(guarded.url(), "proxy-username", "user", "proxy-password", "s3cret");
        TestFetcher stranger = fetcher(guarded.url())) {
      assertEquals("false", new String(fetcher.body(at("right.test")), UTF_8));
      assertEquals(
          FetchFailure.unreachable("The proxy did not make the connection."),
          stranger.script(at("right.test")));
    }
  }

  @Test
  void originIsUnreachableWhileTheProxyIsDown() {
    try (TestFetcher fetcher = fetcher("http://127.0.0.1:1")) {
      assertFailed(Kind.UNREACHABLE, fetcher.script(at("right.test")));
      assertEquals(0, origin.connections());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proxy:3128",
        "https://proxy:3128",
        "socks5://proxy",
        "http://user:s3cret@proxy:3128",
        "http://proxy/path"
      })
  void invalidProxyStopsTheStart(String text) {
    FetchConfig config = TestConfig.of("proxy", text);
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class, () -> new ForwardProxy(config, FetchLimits.DEFAULT));
    assertTrue(refused.getMessage().startsWith("symbolicator.fetch.proxy: "));
    assertFalse(refused.getMessage().contains("s3cret"));
  }

  @Test
  void userNameWithoutAPasswordStopsTheStart() {
    FetchConfig config = TestConfig.of("proxy", "http://proxy:3128", "proxy-username", "user");
    assertThrows(ConfigurationException.class, () -> new ForwardProxy(config, FetchLimits.DEFAULT));
  }
}

package dev.symbolicator.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.fetch.FetchFailure.Blocked;
import dev.symbolicator.fetch.FetchFailure.BlockedBy;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetcherTlsTest {
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
  private final TestFetcher fetcher =
      new TestFetcher(
          dns.vertx(),
          new HttpClientOptions().setTrustOptions(certificate.trustOptions()),
          TestFetcher.LOOPBACK);

  @AfterEach
  void stop() {
    fetcher.close();
    origin.close();
    dns.close();
  }

  private String at(String host, String path) {
    return "https://" + host + ":" + origin.port() + path;
  }

  @Test
  void aTrustedCertificateForTheNameIsAccepted() {
    assertEquals("secure();", new String(fetcher.body(at("right.test", "/app.js")), UTF_8));
  }

  @Test
  void aTrustedCertificateForAnotherNameIsRefused() {
    assertEquals(
        new FetchFailure.Unreachable("The TLS handshake failed."),
        fetcher.script(at("wrong.test", "/app.js")));
    assertEquals(0, origin.requests());
  }

  @Test
  void anUntrustedCertificateIsRefused() {
    try (TestFetcher strict =
        new TestFetcher(dns.vertx(), new HttpClientOptions(), TestFetcher.LOOPBACK)) {
      assertEquals(
          new FetchFailure.Unreachable("The TLS handshake failed."),
          strict.script(at("right.test", "/app.js")));
      assertEquals(0, origin.requests());
    }
  }

  @Test
  void httpsDoesNotRedirectToHttp() {
    try (TestOrigin plain = TestOrigin.start()) {
      origin.redirect("/down.js", plain.url("/app.js"));
      Blocked blocked =
          assertInstanceOf(Blocked.class, fetcher.script(at("right.test", "/down.js")));
      assertEquals(BlockedBy.DOWNGRADE, blocked.by());
      assertEquals(0, plain.connections());
    }
  }

  @Test
  void aServerThatSpeaksNoTlsIsUnreachable() {
    try (TestOrigin plain = TestOrigin.start()) {
      assertInstanceOf(
          FetchFailure.Unreachable.class,
          fetcher.script(plain.url("/app.js").replace("http:", "https:")));
    }
  }
}

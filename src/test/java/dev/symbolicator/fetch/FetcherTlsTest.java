package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FetcherTlsTest {
  @TempDir private static Path directory;
  private static TestCertificate certificate;

  @BeforeAll
  static void create() {
    certificate = TestCertificate.create(directory, "right.test");
  }

  private static HttpServerOptions tls(TestCertificate certificate) {
    return new HttpServerOptions()
        .setHost("127.0.0.1")
        .setPort(0)
        .setSsl(true)
        .setKeyCertOptions(certificate.keyCertOptions());
  }

  private final TestDns dns =
      TestDns.start().answer("right.test", "127.0.0.1").answer("wrong.test", "127.0.0.1");
  private final TestOrigin origin =
      TestOrigin.start(tls(certificate)).serve("/app.js", "text/javascript", "secure();");
  private final TestFetcher fetcher =
      new TestFetcher(
          dns.vertx(),
          new HttpClientOptions().setTrustOptions(certificate.trustOptions()),
          "allow-private-addresses",
          "true",
          "connectTimeout",
          "20s");

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
  void trustedCertificateForTheHostIsAccepted() {
    assertEquals("secure();", new String(fetcher.body(at("right.test", "/app.js")), UTF_8));
  }

  /** Expects a lasting failure: only another certificate or protocol helps. */
  private static void assertRefused(FetchResult result) {
    assertEquals(new FetchFailure(Kind.UNREACHABLE_FOR_GOOD, "The TLS handshake failed."), result);
  }

  @Test
  void trustedCertificateForAnotherHostIsRefused() {
    assertRefused(fetcher.script(at("wrong.test", "/app.js")));
    assertEquals(0, origin.requests());
  }

  @Test
  void expiredCertificateIsRefused() {
    TestCertificate old = TestCertificate.expired(directory, "old.test");
    dns.answer("old.test", "127.0.0.1");
    try (TestOrigin expired = TestOrigin.start(tls(old));
        TestFetcher trusting =
            new TestFetcher(
                dns.vertx(),
                new HttpClientOptions().setTrustOptions(old.trustOptions()),
                TestFetcher.LOOPBACK)) {
      assertRefused(trusting.script("https://old.test:" + expired.port() + "/app.js"));
      assertEquals(0, expired.requests());
    }
  }

  @Test
  void serverWithAnotherVersionOfTlsIsRefused() {
    try (TestOrigin modern =
        TestOrigin.start(tls(certificate).setEnabledSecureTransportProtocols(Set.of("TLSv1.3")))) {
      String url = "https://right.test:" + modern.port() + "/app.js";
      try (TestFetcher old =
          new TestFetcher(
              dns.vertx(),
              new HttpClientOptions()
                  .setTrustOptions(certificate.trustOptions())
                  .setEnabledSecureTransportProtocols(Set.of("TLSv1.2")),
              TestFetcher.LOOPBACK)) {
        assertRefused(old.script(url));
      }
    }
  }

  /** The origin is reachable, and its certificate would be the same after a pause. */
  @Test
  void originWithAWrongCertificateIsNotLeftAlone() {
    for (int i = 0; i < 7; i++) {
      assertRefused(fetcher.script(at("wrong.test", "/app.js")));
    }
  }

  @Test
  @Timeout(60)
  void brokenHandshakeIsRetriedOnceAndPassing() {
    AtomicInteger connections = new AtomicInteger();
    NetServer hangsUp =
        Await.value(
            origin
                .vertx()
                .createNetServer()
                .connectHandler(
                    socket -> {
                      connections.incrementAndGet();
                      socket.handler(hello -> socket.close());
                    })
                .listen(0, "127.0.0.1"));
    assertEquals(
        FetchFailure.unreachable("The TLS handshake failed."),
        fetcher.script("https://right.test:" + hangsUp.actualPort() + "/app.js"));
    assertEquals(2, connections.get());
  }

  @Test
  void untrustedCertificateIsRefused() {
    try (TestFetcher strict =
        new TestFetcher(dns.vertx(), new HttpClientOptions(), TestFetcher.LOOPBACK)) {
      assertRefused(strict.script(at("right.test", "/app.js")));
      assertEquals(0, origin.requests());
    }
  }

  /** With HTTP/2, answers share a connection. With HTTP/1.1, a single answer can be cut off. */
  @Test
  void originThatPrefersHttp2IsAskedWithHttp11AndCutOffAtTheLimit() {
    try (TestOrigin both =
            TestOrigin.start(
                tls(certificate)
                    .setUseAlpn(true)
                    .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1)));
        TestFetcher narrow =
            new TestFetcher(
                dns.vertx(),
                new HttpClientOptions().setTrustOptions(certificate.trustOptions()),
                "allow-private-addresses",
                "true",
                "max-script-size",
                "1000")) {
      List<HttpVersion> spoken = new CopyOnWriteArrayList<>();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      both.serve("/good.js", "text/javascript", "good();");
      both.handle(
          "/endless.js",
          request -> {
            spoken.add(request.version());
            request.connection().closeHandler(end -> closed.complete(null));
            endless(both, request);
          });
      String base = "https://right.test:" + both.port();
      assertEquals(FetchFailure.tooLarge(1000), narrow.script(base + "/endless.js"));
      Await.value(closed);
      assertEquals(List.of(HttpVersion.HTTP_1_1), spoken);
      assertEquals("good();", new String(narrow.body(base + "/good.js"), UTF_8));
    }
  }

  private static void endless(TestOrigin origin, HttpServerRequest request) {
    request.response().setChunked(true);
    long timer =
        origin
            .vertx()
            .setPeriodic(1, tick -> request.response().write(Buffer.buffer(new byte[400])));
    request.response().closeHandler(end -> origin.vertx().cancelTimer(timer));
  }

  @Test
  void redirectFromHttpsToHttpIsNotFollowed() {
    try (TestOrigin plain = TestOrigin.start()) {
      origin.redirect("/down.js", plain.url("/app.js"));
      assertFailed(Kind.DOWNGRADE, fetcher.script(at("right.test", "/down.js")));
      assertEquals(0, plain.connections());
    }
  }

  @Test
  @Timeout(60)
  void silentHandshakeIsCutOffAtTheConnectTimeout() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TestFetcher hurried = hurried()) {
      assertEquals(
          FetchFailure.unreachable("The TLS handshake failed."),
          hurried.script("https://127.0.0.1:" + silent.getLocalPort() + "/app.js"));
    }
  }

  @Test
  @Timeout(60)
  void unansweredConnectionIsCutOffAtTheConnectTimeout() throws IOException {
    List<Socket> queued = new ArrayList<>();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TestFetcher hurried = hurried()) {
      fillQueue(busy, queued);
      assertEquals(
          FetchFailure.unreachable("The connection was not made in time."),
          hurried.script("http://127.0.0.1:" + busy.getLocalPort() + "/app.js"));
    } finally {
      for (Socket each : queued) {
        each.close();
      }
    }
  }

  /** Returns a fetcher whose connect timeout is by far its shortest. */
  private TestFetcher hurried() {
    return new TestFetcher(
        "allow-private-addresses", "true",
        "connectTimeout", "300ms",
        "idle-timeout", "1h",
        "timeout", "1h",
        "retryDelay", "1ms");
  }

  /** Fills a server's queue; Linux leaves further connections unanswered. */
  private static void fillQueue(ServerSocket server, List<Socket> queued) throws IOException {
    while (queued.size() < 100) {
      Socket next = new Socket();
      queued.add(next);
      try {
        next.connect(server.getLocalSocketAddress(), 500);
      } catch (SocketTimeoutException full) {
        return;
      } catch (IOException refused) {
        Assumptions.abort("This system refuses connections beyond the queue");
      }
    }
    Assumptions.abort("This system's queue has no end");
  }

  /** For good if the server's answer in plain text comes before the end of the connection. */
  @Test
  void serverWithoutTlsIsUnreachable() {
    try (TestOrigin plain = TestOrigin.start()) {
      var failure =
          assertInstanceOf(
              FetchFailure.class, fetcher.script(plain.url("/app.js").replace("http:", "https:")));
      assertTrue(
          EnumSet.of(Kind.UNREACHABLE, Kind.UNREACHABLE_FOR_GOOD).contains(failure.kind()),
          failure::toString);
    }
  }
}

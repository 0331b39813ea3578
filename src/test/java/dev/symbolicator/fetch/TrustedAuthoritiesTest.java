package dev.symbolicator.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchClient.TrustedAuthorities;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedAuthoritiesTest {
  @TempDir private Path directory;

  @Test
  void everyAuthorityInTheFileIsTrustedAndHostNamesAreVerified() throws IOException {
    TestCertificate other = TestCertificate.create(directory, "other.test");
    TestCertificate right = TestCertificate.create(directory, "right.test");
    Path bundle = directory.resolve("bundle.pem");
    Files.writeString(
        bundle, "# ours\n" + Files.readString(other.file()) + Files.readString(right.file()));
    HttpServerOptions tls =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(0)
            .setSsl(true)
            .setKeyCertOptions(right.keyCertOptions());
    try (TestDns dns =
            TestDns.start().answer("right.test", "127.0.0.1").answer("other.test", "127.0.0.1");
        TestOrigin origin = TestOrigin.start(tls).serve("/app.js", "text/javascript", "secure();");
        TestFetcher fetcher =
            new TestFetcher(
                dns.vertx(),
                new HttpClientOptions(),
                "allow-private-addresses",
                "true",
                "ca-file",
                bundle.toString())) {
      String path = ":" + origin.port() + "/app.js";
      assertEquals("secure();", new String(fetcher.body("https://right.test" + path), UTF_8));
      assertEquals(
          new FetchFailure(FetchFailure.Kind.UNREACHABLE_FOR_GOOD, "The TLS handshake failed."),
          fetcher.script("https://other.test" + path));
    }
  }

  @Test
  void authoritiesOfTheJvmStayTrusted() throws Exception {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    List<?> own = List.of(((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers());
    TestCertificate more = TestCertificate.create(directory, "right.test");
    List<?> all = List.of(TrustedAuthorities.trust(more.file()).getAcceptedIssuers());
    assertTrue(all.containsAll(own));
    assertEquals(own.stream().distinct().count() + 1, all.stream().distinct().count());
  }

  @Test
  void missingOrInvalidFileStopsTheStart() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.pem"), "# none\n");
    Path broken =
        Files.writeString(
            directory.resolve("broken.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    for (Path file : List.of(directory.resolve("missing.pem"), empty, broken)) {
      ConfigurationException refused =
          assertThrows(ConfigurationException.class, () -> TrustedAuthorities.withFile(file));
      assertEquals(
          "symbolicator.fetch.ca-file: the file cannot be read, or holds no certificates in PEM.",
          refused.getMessage());
    }
  }
}

package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.fetch.FetchRequest.FileKind;
import dev.symbolicator.fetch.Fetcher.OwnDemo;
import dev.symbolicator.fetch.Fetcher.ResolverOptions;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchConfigTest {
  @Test
  void defaultsAreSafeOnTheOpenInternet() {
    FetchConfig config = TestConfig.of();
    assertEquals(List.of("*"), config.allowedOrigins());
    assertFalse(config.allowPrivateAddresses());
    assertEquals(13, config.scriptPaths().size());
    assertEquals(32 << 20, config.maxScriptSize().asLongValue());
    assertEquals(64 << 20, config.maxMapSize().asLongValue());
    assertEquals(Duration.ofSeconds(10), config.timeout());
    assertEquals(List.of(80, 443), config.allowedPorts());
    assertEquals(Duration.ofSeconds(5), config.idleTimeout());
    assertEquals(Map.of(), config.origin());
    FetchLimits limits = FetchLimits.DEFAULT;
    assertEquals(5, limits.redirects());
    assertEquals(16 << 10, limits.headerBytes());
    assertEquals(Duration.ofSeconds(3), limits.connectTimeout());
    assertEquals(Duration.ofMillis(200), limits.retryDelay());
    assertEquals(5, limits.breakerFailures());
    assertEquals(Duration.ofSeconds(30), limits.breakerPause());
    assertEquals(10_000, limits.breakerOrigins());
  }

  @Test
  void invalidOriginStopsTheStart() {
    Vertx vertx = Vertx.vertx();
    FetchConfig config = TestConfig.of("allowed-origins", "*,example.com");
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () ->
                new Fetcher(
                    vertx,
                    config,
                    new ByteBudget(1),
                    new ResolverOptions(),
                    new OwnDemo(false),
                    new SimpleMeterRegistry()));
    assertEquals(
        "symbolicator.fetch.allowed-origins: \"example.com\" is not an origin. Write *,"
            + " https://*.example.com, or https://assets.example.com:8443, without credentials,"
            + " path and query.",
        refused.getMessage());
    Await.value(vertx.close());
  }

  @Test
  void unsendableUserAgentStopsTheStart() {
    Vertx vertx = Vertx.vertx();
    FetchConfig config = TestConfig.of("user-agent", "Ours\r\nx-injected: 1");
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () ->
                new Fetcher(
                    vertx,
                    config,
                    new ByteBudget(1),
                    new ResolverOptions(),
                    new OwnDemo(false),
                    new SimpleMeterRegistry()));
    assertEquals(
        "symbolicator.fetch.user-agent: the value cannot be sent in a header. Write one line of"
            + " ASCII.",
        refused.getMessage());
    Await.value(vertx.close());
  }

  @Test
  void headersOfAnOriginMayComeFromTheEnvironment() {
    Map<String, String> environment =
        Map.of(
            "SYMBOLICATOR_FETCH_ORIGIN_CDN_URL", "https://cdn.example",
            "SYMBOLICATOR_FETCH_ORIGIN_CDN_HEADERS_AUTHORIZATION", "Bearer t0ken",
            "SYMBOLICATOR_FETCH_ORIGIN_CDN_HEADERS__X_API_KEY_", "key",
            "symbolicator.fetch.origin.cdn.headers.X-Other-Key", "other",
            "SYMBOLICATOR_FETCH_ORIGIN_CDN_HEADER_FILES_COOKIE", "/run/secrets/cookie");
    FetchConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(FetchConfig.class)
            .withSources(new EnvConfigSource(environment, 300))
            .build()
            .getConfigMapping(FetchConfig.class);
    FetchConfig.OriginConfig cdn = config.origin().get("cdn");
    assertEquals("https://cdn.example", cdn.url());
    assertEquals("Bearer t0ken", cdn.headers().get("authorization"));
    assertEquals("key", cdn.headers().get("x.api.key"), "environment variables lose dashes");
    assertEquals("other", cdn.headers().get("X-Other-Key"), "as Kubernetes can spell it");
    assertEquals(Map.of("cookie", "/run/secrets/cookie"), cdn.headerFiles());
  }

  private static final String FILE = "http://localhost:8080/demo/app.min.js";

  private static WebUrl url(String text) {
    return Objects.requireNonNull(WebUrl.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080/demo/app.min.js, true",
    "http://127.0.0.1:8080/demo/app.min.js.map, true",
    "http://[::1]:8080/demo/app.min.js, true",
    "http://localhost:8081/demo/app.min.js, false",
    "http://localhost/demo/app.min.js, false",
    "https://localhost:8080/demo/app.min.js, false",
    "http://localhost:8080/other/app.min.js, false",
    "http://localhost:8080/demo/../app.min.js, false",
    "http://localhost.example.com:8080/demo/app.min.js, false",
    "http://10.0.0.1:8080/demo/app.min.js, false"
  })
  void filesAtTheServicesOwnPortAreOfTheDemo(String text, boolean isOwn) {
    assertEquals(isOwn, new OwnDemo(true).contains(url(text)));
    assertFalse(new OwnDemo(false).contains(url(text)));
  }

  @Test
  void onlyTheDemoMayHaveAPrivateAddressWithoutAGrant() {
    FetchConfig config = TestConfig.of();
    ForwardProxy proxy = new ForwardProxy(config, FetchLimits.DEFAULT);
    FetchPolicy policy =
        new FetchPolicy(config, FetchLimits.DEFAULT, proxy, new OwnDemo(true)::contains);
    List<InetAddress> loopback = List.of(InetAddress.getLoopbackAddress());
    assertNull(policy.refuse(url(FILE), FileKind.SCRIPT, List.of()));
    assertNull(policy.refuse(url(FILE), loopback, List.of()));
    WebUrl other = url("http://localhost:8080/other/app.min.js");
    assertInstanceOf(FetchFailure.class, policy.refuse(other, FileKind.SCRIPT, List.of()));
    assertInstanceOf(FetchFailure.class, policy.refuse(other, loopback, List.of()));
  }
}

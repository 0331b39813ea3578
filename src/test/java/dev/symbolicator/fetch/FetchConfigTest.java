package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.Fetcher.OwnDemo;
import dev.symbolicator.fetch.Fetcher.ResolverOptions;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FetchConfigTest {
  @Test
  void defaultsAreSafeOnTheOpenInternet() {
    FetchConfig config = TestConfig.of();
    assertEquals(List.of("*"), config.allowedOrigins());
    assertFalse(config.allowPrivateAddresses());
    assertEquals(10, config.scriptPaths().size());
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
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Fetcher(
                    vertx, config, new ByteBudget(1), new ResolverOptions(), new OwnDemo(false)));
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
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Fetcher(
                    vertx, config, new ByteBudget(1), new ResolverOptions(), new OwnDemo(false)));
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
}

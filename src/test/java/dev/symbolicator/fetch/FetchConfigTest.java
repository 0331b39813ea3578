package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.testing.Await;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FetchConfigTest {
  @Test
  void defaultsAreSafeOnTheOpenInternet() {
    FetchConfig config = TestConfig.of();
    assertEquals(List.of("*"), config.allowedOrigins());
    assertFalse(config.allowPrivateAddresses());
    assertEquals(9, config.scriptPaths().size());
    assertEquals(5, config.maxRedirects());
    assertEquals(32 << 20, config.maxScriptSize().asLongValue());
    assertEquals(64 << 20, config.maxMapSize().asLongValue());
    assertEquals(64 << 10, config.maxHeaderSize().asLongValue());
    assertEquals(Duration.ofSeconds(3), config.connectTimeout());
    assertEquals(Duration.ofSeconds(10), config.timeout());
  }

  @Test
  void anOriginThatIsNoneStopsTheStart() {
    Vertx vertx = Vertx.vertx();
    FetchConfig config = TestConfig.of("allowed-origins", "*,example.com");
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> new Fetcher(vertx, config, new ByteBudget(1)));
    assertEquals(
        "symbolicator.fetch.allowed-origins: \"example.com\" is no origin. Write *,"
            + " https://*.example.com, or https://assets.example.com:8443, without credentials,"
            + " path and query.",
        refused.getMessage());
    Await.value(vertx.close());
  }
}

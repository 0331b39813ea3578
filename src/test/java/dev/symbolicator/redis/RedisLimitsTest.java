package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.redis.RedisCommands.RedisSettings;
import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.redis.client.RedisOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goes to the edges of the limits of Redis that need no server. */
class RedisLimitsTest {
  private static final String URL = "redis://127.0.0.1:6379";
  private static final String SHORTEST = "sixteen letters.";

  private static RedisConfig config(String url, String secret, String timeToLive) {
    return Settings.of(
            "symbolicator.cache.redis.url", url,
            "symbolicator.cache.redis.key", secret,
            "symbolicator.cache.redis.time-to-live", timeToLive)
        .read(RedisConfig.class);
  }

  @Test
  void secretOfSixteenCharactersIsTakenAndAShorterOneIsNot() {
    assertEquals(16, SHORTEST.length());
    assertEquals(SHORTEST, RedisSettings.secret(config(URL, SHORTEST, "7D")));
    RedisConfig shorter = config(URL, SHORTEST.substring(1), "7D");
    assertThrows(ConfigurationException.class, () -> RedisSettings.secret(shorter));
  }

  @Test
  void databaseHasFiveDigitsAtMost() {
    RedisConfig largest = config(URL + "/99999", SHORTEST, "7D");
    assertEquals(URL + "/99999", options(largest).getEndpoint());
    RedisConfig larger = config(URL + "/100000", SHORTEST, "7D");
    assertThrows(ConfigurationException.class, () -> options(larger));
  }

  private static RedisOptions options(RedisConfig config) {
    return RedisSettings.options(config, RedisLimits.DEFAULT, new NetClientOptions());
  }

  @ParameterizedTest
  @CsvSource({"7D", "0.001S"})
  void valueIsKeptForItsTimeToLive(String timeToLive) {
    Vertx vertx = Vertx.vertx();
    try (FakeRedis redis = new FakeRedis(vertx, new NetServerOptions(), "SET", "+OK\r\n")) {
      RedisConfig config = config("redis://127.0.0.1:" + redis.port(), SHORTEST, timeToLive);
      RedisTier tier = new RedisTier(vertx, config, new SimpleMeterRegistry(), new MovableClock());
      StoreKey key = StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[1]);
      Await.value(
          tier.put(key, new ByteBudget(1 << 20).open(), ByteBuffer.wrap(new byte[] {1, 2, 3})));
      String set = redis.commands().get(1);
      Duration kept = config.timeToLive();
      assertTrue(set.startsWith("set ") && set.endsWith(" PX " + kept.toMillis()), set);
      tier.close();
    } finally {
      Await.value(vertx.close());
    }
  }
}

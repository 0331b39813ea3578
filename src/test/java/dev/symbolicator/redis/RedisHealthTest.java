package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.redis.RedisTier.RedisHealth;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service is up in every state of Redis, and shows the state. */
class RedisHealthTest {
  private static final StoreKey KEY =
      StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[1]);
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private RedisTier redis(String... settings) {
    RedisConfig config = Settings.of(settings).read(RedisConfig.class);
    return new RedisTier(vertx, config, new SimpleMeterRegistry(), new MovableClock());
  }

  private static void assertSays(String state, RedisTier redis) {
    HealthCheckResponse response = new RedisHealth(redis).call().await().indefinitely();
    assertEquals(HealthCheckResponse.Status.UP, response.getStatus());
    assertEquals(Map.of("redis", state), response.getData().orElseThrow());
  }

  @Test
  void redisWithoutAnAddressIsOff() {
    assertSays("off", redis());
  }

  @Test
  void unreachableRedisIsPaused() {
    RedisTier redis =
        redis(
            "symbolicator.cache.redis.url", "redis://127.0.0.1:1",
            "symbolicator.cache.redis.key", "correct horse battery staple");
    assertSays("used", redis);
    Await.value(redis.get(KEY, new ByteBudget(1000).open()));
    assertSays("paused", redis);
  }
}

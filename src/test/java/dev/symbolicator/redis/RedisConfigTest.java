package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.symbolication.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisConfigTest {
  private final RedisConfig defaults = Settings.of().read(RedisConfig.class);

  @Test
  void aSlowRedisCostsALoad50MillisecondsAtMost() {
    assertEquals(Duration.ofMillis(50), defaults.timeout());
    Vertx vertx = Vertx.vertx();
    RedisTier redis = new RedisTier(vertx, defaults, new SimpleMeterRegistry(), new MovableClock());
    assertEquals(Duration.ofMillis(50), redis.patience().left());
    Await.value(vertx.close());
  }

  /** Who waits for an instance that was killed has to load the script before his request ends. */
  @Test
  void aLeaseLeavesMoreThanHalfOfARequestsTime() {
    Duration deadline = Settings.of().read(SymbolicationConfig.class).deadline();
    assertTrue(defaults.lease().multipliedBy(2).compareTo(deadline) < 0);
  }
}

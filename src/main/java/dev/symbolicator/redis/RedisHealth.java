package dev.symbolicator.redis;

import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Says under {@code /q/health} whether instances share symbol tables. The check is always up: the
 * service works without Redis, and a restart would mend no Redis.
 */
@Wellness
@ApplicationScoped
class RedisHealth implements HealthCheck {
  private final RedisTier redis;

  RedisHealth(RedisTier redis) {
    this.redis = redis;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("symbol tables in Redis")
        .withData("redis", redis.state().label())
        .up()
        .build();
  }
}

package dev.symbolicator.redis;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.health.api.Wellness;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Says under {@code /q/health} whether instances share symbol tables. The check is always up: the
 * service works without Redis, and a restart would mend no Redis.
 */
@Wellness
@ApplicationScoped
class RedisHealth implements AsyncHealthCheck {
  private final RedisTier redis;

  RedisHealth(RedisTier redis) {
    this.redis = redis;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    HealthCheckResponse response =
        HealthCheckResponse.named("symbol tables in Redis")
            .withData("redis", redis.state().label())
            .up()
            .build();
    return Uni.createFrom().item(response);
  }
}

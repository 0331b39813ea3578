package dev.symbolicator.store;

import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Says under {@code /q/health} whether symbol tables are kept beyond the process. It is always up:
 * the service does its work without any of that, and a restart would mend no disk.
 */
@Wellness
@ApplicationScoped
class StoreHealth implements HealthCheck {
  private final DiskTier disk;
  private final RedisTier redis;

  StoreHealth(DiskTier disk, RedisTier redis) {
    this.disk = disk;
    this.redis = redis;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("symbol tables beyond the process")
        .withData("disk", disk.state().label())
        .withData("redis", redis.state().label())
        .up()
        .build();
  }
}

package dev.symbolicator.store;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.health.api.Wellness;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Says under {@code /q/health} whether symbol tables are kept on disk. The check is always up: the
 * service works without a disk, and a restart would mend no disk.
 */
@Wellness
@ApplicationScoped
class DiskHealth implements AsyncHealthCheck {
  private final DiskTier disk;

  DiskHealth(DiskTier disk) {
    this.disk = disk;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    HealthCheckResponse response =
        HealthCheckResponse.named("symbol tables on disk")
            .withData("disk", disk.state().label())
            .up()
            .build();
    return Uni.createFrom().item(response);
  }
}

package dev.symbolicator.maps;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Says that this instance is not ready until it could use the store of uploaded source maps once.
 * Before that, it would answer no script. An instance that was ready stays ready while the store is
 * gone, since it remembers what it has looked up.
 */
@Readiness
@ApplicationScoped
class LibraryHealth implements AsyncHealthCheck {
  private final MapLibrary library;

  LibraryHealth(MapLibrary library) {
    this.library = library;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    HealthCheckResponse response =
        HealthCheckResponse.named("uploaded source maps")
            .withData("library", !library.isOn() ? "off" : library.isReady() ? "known" : "unknown")
            .status(library.isReady())
            .build();
    return Uni.createFrom().item(response);
  }
}

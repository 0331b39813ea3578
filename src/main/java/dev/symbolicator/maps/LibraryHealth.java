package dev.symbolicator.maps;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Says that this instance is not ready until it knows the uploaded source maps. Before that, a
 * script of one release could be answered with the map of another. An instance that knows them
 * stays ready while the store is gone.
 */
@Readiness
@ApplicationScoped
class LibraryHealth implements AsyncHealthCheck {
  private final StoredMapLibrary library;

  LibraryHealth(StoredMapLibrary library) {
    this.library = library;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    HealthCheckResponse response =
        HealthCheckResponse.named("uploaded source maps")
            .withData("library", !library.isOn() ? "off" : library.isKnown() ? "known" : "unknown")
            .status(library.isKnown())
            .build();
    return Uni.createFrom().item(response);
  }
}

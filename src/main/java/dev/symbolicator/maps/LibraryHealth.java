package dev.symbolicator.maps;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Says that this instance is not ready until it knows the uploaded source maps. Before that, a
 * script of one release could be answered with the map of another. An instance that knows them
 * stays ready while the store is gone.
 */
@Readiness
@ApplicationScoped
class LibraryHealth implements HealthCheck {
  private final StoredMapLibrary library;

  LibraryHealth(StoredMapLibrary library) {
    this.library = library;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("uploaded source maps")
        .withData("library", !library.isOn() ? "off" : library.isKnown() ? "known" : "unknown")
        .status(library.isKnown())
        .build();
  }
}

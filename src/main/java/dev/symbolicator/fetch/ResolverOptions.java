package dev.symbolicator.fetch;

import io.quarkus.vertx.VertxOptionsCustomizer;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import jakarta.inject.Singleton;

/** How names are resolved, {@code quarkus.vertx.resolver}, as Vert.x was told when it was made. */
@Singleton
public class ResolverOptions implements VertxOptionsCustomizer {
  private volatile AddressResolverOptions options = new AddressResolverOptions();

  @Override
  public void accept(VertxOptions vertx) {
    options = vertx.getAddressResolverOptions();
  }

  AddressResolverOptions options() {
    return options;
  }
}

package dev.symbolicator.fetch;

import io.quarkus.vertx.VertxOptionsCustomizer;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import jakarta.inject.Singleton;

/** Keeps Vert.x's options of name resolution, {@code quarkus.vertx.resolver}. */
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

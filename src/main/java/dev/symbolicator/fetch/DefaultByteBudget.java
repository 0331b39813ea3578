package dev.symbolicator.fetch;

import dev.symbolicator.content.ByteBudget;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The byte budget where nothing else provides one: half of the heap. */
@Singleton
final class DefaultByteBudget {

  @Produces
  @Singleton
  @DefaultBean
  ByteBudget byteBudget() {
    return new ByteBudget(Runtime.getRuntime().maxMemory() / 2);
  }
}

package dev.symbolicator.memory;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** Configures the budget of bytes in flight. {@code docs/configuration.md} describes each key. */
@ConfigMapping(prefix = "symbolicator.memory")
public interface MemoryConfig {
  Optional<MemorySize> maxBytesInFlight();
}
